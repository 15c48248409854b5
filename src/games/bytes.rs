//! 64 bytes at once: in instructions of any processor, and in those of newer
//! ones, for functions that are compiled for these.

use multiversion::target;

/// For each byte another.
pub(super) type Table = [u8; 256];

/// Looks bytes up in a table.
#[inline(always)]
pub(super) fn look_up(table: &Table, bytes: &[u8; 64]) -> [u8; 64] {
    bytes.map(|byte| table[usize::from(byte)])
}

/// A bit for each of them that is this one.
#[inline(always)]
pub(super) fn equal(bytes: &[u8; 64], byte: u8) -> u64 {
    let (eights, _) = bytes.as_chunks::<8>();
    eights.iter().rev().fold(0, |all, eight| {
        // One multiplication brings eight bytes of 0 or 1 to eight bits.
        let ones = u64::from_le_bytes(eight.map(|other| u8::from(other == byte)));
        all << 8 | ones.wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// A bit for each of them that has any of some bits.
#[inline(always)]
pub(super) fn any(bytes: &[u8; 64], bits: u8) -> u64 {
    !equal(&bytes.map(|byte| byte & bits), 0)
}

/// The functions above for processors with these instructions.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use std::arch::x86_64::{
        __m512i, _mm512_cmpeq_epi8_mask, _mm512_mask_blend_epi8, _mm512_movepi8_mask,
        _mm512_permutex2var_epi8, _mm512_set1_epi8, _mm512_test_epi8_mask,
    };

    use super::{Table, target};

    #[target("x86_64+avx512f+avx512bw+avx512vbmi")]
    #[inline]
    pub fn look_up(table: &Table, bytes: &[u8; 64]) -> [u8; 64] {
        let (quarters, _) = table.as_chunks::<64>();
        let quarter = |number: usize| bytemuck::cast::<[u8; 64], __m512i>(quarters[number]);
        let at = bytemuck::cast(*bytes);
        let low = _mm512_permutex2var_epi8(quarter(0), at, quarter(1));
        let high = _mm512_permutex2var_epi8(quarter(2), at, quarter(3));
        bytemuck::cast(_mm512_mask_blend_epi8(_mm512_movepi8_mask(at), low, high))
    }

    #[target("x86_64+avx512f+avx512bw")]
    #[inline]
    pub fn equal(bytes: &[u8; 64], byte: u8) -> u64 {
        _mm512_cmpeq_epi8_mask(bytemuck::cast(*bytes), _mm512_set1_epi8(byte as i8))
    }

    #[target("x86_64+avx512f+avx512bw")]
    #[inline]
    pub fn any(bytes: &[u8; 64], bits: u8) -> u64 {
        _mm512_test_epi8_mask(bytemuck::cast(*bytes), _mm512_set1_epi8(bits as i8))
    }
}

#[cfg(test)]
mod tests {
    use multiversion::multiversion;
    use multiversion::target::match_target;

    use super::*;

    /// What this processor makes of it.
    #[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512vbmi"))]
    fn here(table: &Table, bytes: &[u8; 64], byte: u8) -> ([u8; 64], u64, u64) {
        match_target! {
            "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi" => {
                (avx512::look_up(table, bytes), avx512::equal(bytes, byte), avx512::any(bytes, byte))
            },
            _ => (look_up(table, bytes), equal(bytes, byte), any(bytes, byte)),
        }
    }

    #[test]
    fn all_processors_tell_the_same() {
        let table: Table = std::array::from_fn(|i| (i * 151 + 7) as u8);
        for seed in 0..=u8::MAX {
            let bytes: [u8; 64] =
                std::array::from_fn(|i| seed.wrapping_add((i as u8 / 3).wrapping_mul(29)));
            let bits = |is: &dyn Fn(u8) -> bool| {
                bytes.iter().rev().fold(0, |all, &byte| all << 1 | u64::from(is(byte)))
            };
            let looked_up = bytes.map(|byte| table[usize::from(byte)]);
            let equal_ones = bits(&|byte| byte == seed);
            let any_ones = bits(&|byte| byte & seed != 0);
            assert_eq!(here(&table, &bytes, seed), (looked_up, equal_ones, any_ones));
            assert_eq!(look_up(&table, &bytes), looked_up);
            assert_eq!((equal(&bytes, seed), any(&bytes, seed)), (equal_ones, any_ones));
        }
    }
}
