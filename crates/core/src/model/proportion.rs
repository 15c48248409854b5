//! Shares with their confidence intervals.

/// How many of some events have a property.
///
/// The intervals hold for independent events. Places of one game are not independent, so intervals of
/// corners are a little too narrow.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::model::Proportion;
///
/// let [one, other] = [Proportion { count: 56, of: 70 }, Proportion { count: 48, of: 80 }];
/// let (low, high) = one.minus(other).expect("neither is a share of nothing");
/// assert_eq!(format!("{low:.4} to {high:.4}"), "0.0524 to 0.3339");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proportion {
    /// The events with the property, at most `of`.
    pub count: u64,
    /// All events.
    pub of: u64,
}

/// The 97.5 % quantile of the normal distribution: for intervals of 95 %.
const QUANTILE: f64 = 1.959_963_984_540_054;

impl Proportion {
    /// The share, 0 to 1; `None` of no events.
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }

    /// The ends of the 95 % interval of the share: Wilson's score interval without continuity correction. `None` of no
    /// events.
    ///
    /// Source: R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
    /// Medicine 17 (1998), 857–872, method 3.
    pub fn interval(self) -> Option<(f64, f64)> {
        let share = self.share()?;
        let (of, square) = (self.of as f64, QUANTILE * QUANTILE);
        let middle = share + square / (2.0 * of);
        let half = QUANTILE * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
        let scale = 1.0 + square / of;
        // At the ends, rounding could leave a little more than nothing.
        let low = if self.count == 0 { 0.0 } else { (middle - half) / scale };
        let high = if self.count == self.of { 1.0 } else { (middle + half) / scale };
        Some((low, high))
    }

    /// The ends of the 95 % interval of this share less another one: Newcombe's hybrid score interval
    /// for independent events. `None` if one of the shares is of no events.
    ///
    /// Source: R. G. Newcombe, Interval estimation for the difference between independent proportions,
    /// Statistics in Medicine 17 (1998), 873–890, method 10.
    pub fn minus(self, other: Proportion) -> Option<(f64, f64)> {
        let (one_share, other_share) = (self.share()?, other.share()?);
        let ((low, high), (other_low, other_high)) = (self.interval()?, other.interval()?);
        let difference = one_share - other_share;
        Some((
            difference - (one_share - low).hypot(other_high - other_share),
            difference + (high - one_share).hypot(other_share - other_low),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded((low, high): (f64, f64)) -> (String, String) {
        (format!("{low:.4}"), format!("{high:.4}"))
    }

    /// Table I of the first article, method 3.
    #[test]
    fn an_interval_is_the_one_of_the_published_examples() {
        for (count, of, low, high) in [
            (81, 263, "0.2553", "0.3662"),
            (15, 148, "0.0624", "0.1605"),
            (0, 20, "0.0000", "0.1611"),
            (1, 29, "0.0061", "0.1718"),
        ] {
            let interval = Proportion { count, of }.interval().unwrap();
            assert_eq!(rounded(interval), (low.to_owned(), high.to_owned()), "{count}/{of}");
        }
    }

    /// Table II of the second article, method 10.
    #[test]
    fn a_difference_is_the_one_of_the_published_examples() {
        for (one, other, low, high) in [
            ((56, 70), (48, 80), "0.0524", "0.3339"),
            ((9, 10), (3, 10), "0.1705", "0.8090"),
            ((6, 7), (2, 7), "0.0582", "0.8062"),
            ((5, 56), (0, 29), "-0.0381", "0.1926"),
            ((0, 10), (0, 20), "-0.1611", "0.2775"),
            ((0, 10), (0, 10), "-0.2775", "0.2775"),
            ((10, 10), (0, 20), "0.6791", "1.0000"),
            ((10, 10), (0, 10), "0.6075", "1.0000"),
        ] {
            let [one, other] = [one, other].map(|(count, of)| Proportion { count, of });
            let difference = rounded(one.minus(other).unwrap());
            assert_eq!(difference, (low.to_owned(), high.to_owned()), "{one:?} {other:?}");
        }
    }

    #[test]
    fn nothing_has_no_share() {
        let nothing = Proportion::default();
        let some = Proportion { count: 1, of: 2 };
        assert_eq!((nothing.share(), nothing.interval()), (None, None));
        assert_eq!((nothing.minus(some), some.minus(nothing)), (None, None));
    }
}
