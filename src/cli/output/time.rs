//! Points in time, for people.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Seconds since 1970 as the local time: `2026-03-01 18:05`; empty for a time
/// that no calendar has.
pub fn local_time(seconds: i64) -> String {
    Timestamp::from_second(seconds).map_or_else(
        |_| String::new(),
        |time| time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_form_of_a_calendar() {
        assert_eq!(local_time(i64::MIN), String::new());
        assert_eq!(local_time(1_772_384_700).len(), "2026-03-01 18:05".len());
    }
}
