//! Names of properties.

use std::fmt;

/// The name of a property, as the capital letters (and digits) of its identifier.
///
/// Before FF\[4\] names could be written out, with small letters that mean nothing:
/// `AddBlack` is `AB`, `SiZe` is `SZ`. A name of more than eight capitals, or of none, is
/// [`Ident::OTHER`], equal to no name; no property that means something is that long.
///
/// ```
/// use gtn_db::sgf::Ident;
///
/// assert_eq!(Ident::new(b"AddBlack"), b"AB");
/// assert_eq!(Ident::new(b"MULTIGOGM"), Ident::OTHER);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ident(u64);

impl Ident {
    /// The name that is none: too long, or without a capital letter.
    pub const OTHER: Ident = Ident(0);

    /// The name that an identifier stands for.
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

    /// Whether a name belongs to the first node of a tree rather than to a move: it sets up a
    /// position, or tells about the game or the file.
    pub(super) fn opens_game(self) -> bool {
        const OPENING: [Ident; 31] = [
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
        OPENING.contains(&self)
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
    fn small_letters_mean_nothing() {
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
