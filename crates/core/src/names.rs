//! Enums whose values have names, and enums with the values of others.

/// An enum with a name behind each value: declares the enum, its values in their order, and the
/// method `name`.
///
/// ```
/// gtn_db_core::names! {
///     /// A fruit.
///     #[derive(Clone, Copy)]
///     pub enum Fruit {
///         /// An apple.
///         Apple = 0 => "apple",
///         /// A pear.
///         Pear = 1 => "pear",
///     }
///
///     /// The name in lower case.
///     pub fn name;
/// }
///
/// assert_eq!(Fruit::VALUES.map(Fruit::name), ["apple", "pear"]);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $enum:ident {
            $($(#[$of_value:meta])* $value:ident $(= $code:literal)? => $name:literal,)+
        }

        $(#[$of_name:meta])*
        $name_visibility:vis fn name;
    ) => {
        $(#[$attribute])*
        $visibility enum $enum {
            $($(#[$of_value])* $value $(= $code)?,)+
        }

        impl $enum {
            /// The values in their order. A type lists them as `ALL` where others need them.
            #[allow(dead_code, reason = "not every type is listed")]
            pub(crate) const VALUES: [$enum; [$($name),+].len()] = [$($enum::$value),+];

            $(#[$of_name])*
            $name_visibility const fn name(self) -> &'static str {
                match self {
                    $($enum::$value => $name,)+
                }
            }
        }
    };
}

/// An enum with values of another enum: declares the enum, and converts its values into those.
///
/// ```
/// use gtn_db_core::Color;
///
/// gtn_db_core::mirror! {
///     /// A color as an option's value.
///     pub enum ColorArg => Color {
///         /// The color that begins.
///         Black,
///         /// The other one.
///         White,
///     }
/// }
///
/// assert_eq!(Color::from(ColorArg::White), Color::White);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! mirror {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $enum:ident => $mirrored:ty {
            $($(#[$of_value:meta])* $value:ident,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $enum {
            $($(#[$of_value])* $value,)+
        }

        impl From<$enum> for $mirrored {
            fn from(value: $enum) -> $mirrored {
                match value {
                    $($enum::$value => <$mirrored>::$value,)+
                }
            }
        }
    };
}
