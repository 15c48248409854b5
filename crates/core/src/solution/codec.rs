//! The binary encoding of solutions.
//!
//! The first byte is the version, 1. The nodes follow in order:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | flags: bits 0–2 verdict (0 none, 1 right, 2 lesser, 3 doubtful, 4 wrong); bit 3 White; bit 4 tenuki; bit 5 not the child of the previous node; bit 7 has steering |
//! | 1 | only with bit 7: bits 0–2 `CHOICE`, `FORCE`, `NOTTHIS` |
//! | 1–5 | only with bit 5: the distance to the parent minus one, as LEB128; 0 for a first move |
//! | 2 | only without bit 4: column and row, signed |
//!
//! Stored bytes never change their meaning: a new layout gets a new version,
//! and version 1 stays readable.

use thiserror::Error;

use super::dialect::Dialect;
use super::solution_point::SolutionPoint;
use super::solution_tree::{Solution, SolutionNode, Steering, Verdict};
use crate::Color;

const VERSION: u8 = 1;

const WHITE: u8 = 1 << 3;
const TENUKI: u8 = 1 << 4;
const BRANCHES: u8 = 1 << 5;
const STEERED: u8 = 1 << 7;

/// The bytes do not encode a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A newer program wrote the bytes, in this version of the encoding.
    #[error("the solution has version {0}, but this program reads only version 1")]
    Version(u8),
    /// The bytes end early, or have an impossible parent or verdict.
    #[error("the solution is damaged at byte {0}")]
    Damaged(usize),
}

impl Solution {
    /// Encodes the tree. The dialect is not part of the bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(1 + 3 * self.nodes.len());
        bytes.push(VERSION);
        for (node, at) in self.nodes.iter().zip(0_u32..) {
            let follows = node.parent == at.checked_sub(1);
            let Steering { choice, force, not_this } = node.steering;
            let steering = u8::from(choice) | u8::from(force) << 1 | u8::from(not_this) << 2;
            let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
            bytes.push(
                node.verdict.map_or(0, |verdict| verdict as u8)
                    | flag(node.color == Color::White, WHITE)
                    | flag(node.at.is_none(), TENUKI)
                    | flag(!follows, BRANCHES)
                    | flag(steering != 0, STEERED),
            );
            if steering != 0 {
                bytes.push(steering);
            }
            if !follows {
                let mut back = node.parent.map_or(0, |parent| at - parent - 1);
                while back >= 0x80 {
                    bytes.push(back as u8 | 0x80);
                    back >>= 7;
                }
                bytes.push(back as u8);
            }
            if let Some(point) = node.at {
                bytes.extend([point.col as u8, point.row as u8]);
            }
        }
        bytes
    }

    /// Decodes a tree, and adds the dialect, which is stored elsewhere.
    ///
    /// # Errors
    /// If the bytes are damaged or of a newer version.
    pub fn decode(bytes: &[u8], dialect: Dialect) -> Result<Solution, DecodeError> {
        let mut reader = Bytes { bytes, at: 0 };
        match reader.next()? {
            VERSION => {}
            other => return Err(DecodeError::Version(other)),
        }
        let mut nodes = Vec::new();
        while reader.at < bytes.len() {
            let start = reader.at;
            let node = reader.node(nodes.len() as u32)?;
            nodes.push(node.ok_or(DecodeError::Damaged(start))?);
        }
        Ok(Solution { dialect, nodes })
    }
}

struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn next(&mut self) -> Result<u8, DecodeError> {
        let byte = self.bytes.get(self.at).ok_or(DecodeError::Damaged(self.at))?;
        self.at += 1;
        Ok(*byte)
    }

    /// Decodes the node at an index; `None` if a field has an impossible value.
    fn node(&mut self, index: u32) -> Result<Option<SolutionNode>, DecodeError> {
        let flags = self.next()?;
        let verdict = match flags & 7 {
            0 => None,
            number => match Verdict::ALL.get(usize::from(number) - 1) {
                Some(verdict) => Some(*verdict),
                None => return Ok(None),
            },
        };
        let steering = if flags & STEERED != 0 { self.next()? } else { 0 };
        let parent = if flags & BRANCHES != 0 {
            let mut back = 0_u64;
            for shift in (0..35).step_by(7) {
                let byte = self.next()?;
                back |= u64::from(byte & 0x7f) << shift;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            match u32::try_from(back).map(|back| (back, index.checked_sub(back))) {
                Ok((0, _)) => None,
                Ok((_, Some(next))) if next > 0 => Some(next - 1),
                _ => return Ok(None),
            }
        } else {
            index.checked_sub(1)
        };
        let at = if flags & TENUKI != 0 {
            None
        } else {
            let (col, row) = (self.next()? as i8, self.next()? as i8);
            Some(SolutionPoint::new(col, row))
        };
        Ok(Some(SolutionNode {
            parent,
            color: if flags & WHITE != 0 { Color::White } else { Color::Black },
            at,
            verdict,
            steering: Steering {
                choice: steering & 1 != 0,
                force: steering & 2 != 0,
                not_this: steering & 4 != 0,
            },
        }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn node() -> impl Strategy<Value = (SolutionNode, u32)> {
        let point = proptest::option::of((-51..104_i8, -51..104_i8));
        let verdict = proptest::option::of(proptest::sample::select(&Verdict::ALL[..]));
        (any::<[bool; 4]>(), point, verdict, 0..1000_u32).prop_map(
            |([white, choice, force, not_this], point, verdict, parent)| {
                let node = SolutionNode {
                    parent: None,
                    color: if white { Color::White } else { Color::Black },
                    at: point.map(|(col, row)| SolutionPoint::new(col, row)),
                    verdict,
                    steering: Steering { choice, force, not_this },
                };
                (node, parent)
            },
        )
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(nodes in proptest::collection::vec(node(), 0..300)) {
            let nodes = nodes
                .into_iter()
                .zip(0_u32..)
                .map(|((node, parent), at)| SolutionNode {
                    parent: (at > 0 && parent > 3).then(|| if parent > 500 { at - 1 } else { parent % at }),
                    ..node
                })
                .collect();
            let solution = Solution { dialect: Dialect::Words, nodes };
            prop_assert_eq!(Solution::decode(&solution.encode(), Dialect::Words), Ok(solution));
        }

        #[test]
        fn decoding_any_bytes_gives_a_tree_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(solution) = Solution::decode(&[&[1], &bytes[..]].concat(), Dialect::None) {
                let parents = solution.nodes.iter().zip(0_u32..);
                for (node, at) in parents {
                    prop_assert!(node.parent.is_none_or(|parent| parent < at));
                }
            }
        }
    }

    /// Every database holds these bytes.
    #[test]
    fn the_layout_is_pinned() {
        let black = |parent, col, row, verdict| SolutionNode {
            parent,
            color: Color::Black,
            at: Some(SolutionPoint::new(col, row)),
            verdict,
            steering: Steering::default(),
        };
        let tenuki = SolutionNode { at: None, color: Color::White, ..black(Some(0), 0, 0, None) };
        let steering = Steering { not_this: true, ..Steering::default() };
        let solution = Solution {
            dialect: Dialect::GoProblems,
            nodes: vec![
                black(None, 1, -1, None),
                tenuki,
                black(Some(1), 2, 0, Some(Verdict::Right)),
                black(Some(0), 3, 0, Some(Verdict::Wrong)),
                SolutionNode { steering, ..black(None, 4, 0, Some(Verdict::Wrong)) },
            ],
        };
        let bytes = [1, 0, 1, 255, 0b11000, 1, 2, 0, 0b100100, 2, 3, 0, 0b10100100, 4, 0, 4, 0];
        assert_eq!(solution.encode(), bytes);
        assert_eq!(Solution::decode(&bytes, Dialect::GoProblems), Ok(solution));
        assert_eq!(Solution::decode(&[2], Dialect::None), Err(DecodeError::Version(2)));
        assert_eq!(Solution::decode(&[1, 0, 1], Dialect::None), Err(DecodeError::Damaged(3)));
        assert_eq!(Solution::decode(&[], Dialect::None), Err(DecodeError::Damaged(0)));
        // The largest distance to a parent, from a node that has none so far back.
        let far = [1, 17, 0b110000, 0xff, 0xff, 0xff, 0xff, 0x0f];
        assert_eq!(Solution::decode(&far, Dialect::None), Err(DecodeError::Damaged(2)));
    }
}
