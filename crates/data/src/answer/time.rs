//! Points in time, for programs.

use jiff::Timestamp;

/// Seconds since 1970 by RFC 3339 in UTC: `2026-03-01T17:05:00Z`; empty for a time that no calendar
/// has.
pub fn utc_time(seconds: i64) -> String {
    Timestamp::from_second(seconds).map_or_else(|_| String::new(), |time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_by_rfc_3339() {
        assert_eq!(utc_time(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc_time(1_772_384_700), "2026-03-01T17:05:00Z");
        assert_eq!(utc_time(i64::MAX), "");
    }
}
