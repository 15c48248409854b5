//! Addresses of pages with query parameters.

use std::fmt;

use form_urlencoded::Serializer;

use crate::store::{Conditions, Given};

/// A path with query parameters. Displayed with everything escaped that has a meaning there.
#[derive(Clone, Debug)]
pub(super) struct Address {
    path: String,
    /// Names and values, in the order in which they were added.
    fields: Vec<(&'static str, String)>,
}

impl Address {
    /// A path without parameters.
    pub(super) fn new(path: impl Into<String>) -> Address {
        Address { path: path.into(), fields: Vec::new() }
    }

    /// Sets a parameter. An empty value is left out.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Address {
        let value = value.into();
        self.fields.retain(|field| field.0 != name);
        if !value.is_empty() {
            self.fields.push((name, value));
        }
        self
    }

    /// Sets the conditions that a request gives.
    pub(super) fn with_conditions<C: Conditions>(self, given: &Given<C>) -> Address {
        given.texts().fold(self, |address, (condition, text)| address.with(condition.name, text))
    }

    /// Removes a parameter.
    pub(super) fn without(mut self, name: &str) -> Address {
        self.fields.retain(|field| field.0 != name);
        self
    }

    /// The parameters, for hidden fields of a form.
    pub(super) fn fields(&self) -> &[(&'static str, String)] {
        &self.fields
    }

    /// The parameters as one text, as they are behind the question mark.
    pub(super) fn query(&self) -> String {
        Serializer::new(String::new()).extend_pairs(&self.fields).finish()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let query = self.query();
        let separator = if query.is_empty() { "" } else { "?" };
        write!(f, "{}{separator}{query}", self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_and_empty_ones_left_out() {
        let address = Address::new("/games").with("player", "a&b=\"c\" <d>").with("rank", "");
        assert_eq!(address.to_string(), "/games?player=a%26b%3D%22c%22+%3Cd%3E");
        let other = address.with("player", "e").with("year", "1990-");
        assert_eq!(other.to_string(), "/games?player=e&year=1990-");
        assert_eq!(other.without("player").without("year").to_string(), "/games");
    }
}
