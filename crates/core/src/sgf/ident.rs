//! Property names.

use std::fmt;

/// A property name: the upper-case letters and digits of its identifier, at most eight.
///
/// Before FF\[4\] identifiers could contain lower-case letters, which are ignored:
/// `AddBlack` is `AB`, `SiZe` is `SZ`. Identifiers with none or more than eight significant
/// characters become [`Ident::OTHER`]; no known property is that long.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::Ident;
///
/// assert_eq!(Ident::new(b"AddBlack"), b"AB");
/// assert_eq!(Ident::new(b"MULTIGOGM"), Ident::OTHER);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ident(u64);

impl Ident {
    /// Any identifier that is too long or has no upper-case letter.
    pub const OTHER: Ident = Ident(0);

    /// The name of an identifier as written in a file.
    #[inline]
    pub const fn new(raw: &[u8]) -> Ident {
        let mut packed = 0u64;
        let mut i = 0;
        while i < raw.len() {
            if !raw[i].is_ascii_lowercase() {
                if packed >> 56 != 0 {
                    return Ident::OTHER;
                }
                packed = packed << 8 | raw[i] as u64;
            }
            i += 1;
        }
        Ident(packed)
    }

    /// Whether the property belongs in the first node of a tree: root, game info and setup
    /// properties.
    pub(super) fn belongs_to_root(self) -> bool {
        const ROOT: [Ident; 31] = [
            Ident::new(b"GM"),
            Ident::new(b"FF"),
            Ident::new(b"CA"),
            Ident::new(b"SZ"),
            Ident::new(b"AP"),
            Ident::new(b"ST"),
            Ident::new(b"GN"),
            Ident::new(b"GC"),
            Ident::new(b"EV"),
            Ident::new(b"RO"),
            Ident::new(b"DT"),
            Ident::new(b"PC"),
            Ident::new(b"PB"),
            Ident::new(b"PW"),
            Ident::new(b"BR"),
            Ident::new(b"WR"),
            Ident::new(b"RE"),
            Ident::new(b"KM"),
            Ident::new(b"HA"),
            Ident::new(b"RU"),
            Ident::new(b"SO"),
            Ident::new(b"US"),
            Ident::new(b"AN"),
            Ident::new(b"CP"),
            Ident::new(b"ON"),
            Ident::new(b"OT"),
            Ident::new(b"TM"),
            Ident::new(b"AB"),
            Ident::new(b"AW"),
            Ident::new(b"AE"),
            Ident::new(b"PL"),
        ];
        ROOT.contains(&self)
    }
}

impl<const N: usize> PartialEq<[u8; N]> for Ident {
    #[inline]
    fn eq(&self, name: &[u8; N]) -> bool {
        *self == Ident::new(name)
    }
}

impl<const N: usize> PartialEq<&[u8; N]> for Ident {
    fn eq(&self, name: &&[u8; N]) -> bool {
        *self == Ident::new(*name)
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Ident::OTHER {
            return f.write_str("?");
        }
        for byte in self.0.to_be_bytes().into_iter().filter(|&b| b != 0) {
            write!(f, "{}", char::from(byte))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ident({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_case_letters_are_ignored() {
        assert_eq!(Ident::new(b"SiZe"), Ident::new(b"SZ"));
        assert_eq!(Ident::new(b"Black"), b"B");
        assert_ne!(Ident::new(b"Black"), b"W");
        assert_eq!(Ident::new(b"black"), Ident::OTHER);
    }

    #[test]
    fn eight_capitals_are_a_name_and_nine_are_not() {
        assert_eq!(Ident::new(b"ABCDEFGH").to_string(), "ABCDEFGH");
        assert_eq!(Ident::new(b"ABCDEFGHI"), Ident::OTHER);
        assert_eq!(Ident::new(&[b'A'; 5000]), Ident::OTHER);
    }
}
