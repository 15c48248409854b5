//! Which options were given.

/// The name of the first option that is given, for messages.
pub fn first_given<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
}
