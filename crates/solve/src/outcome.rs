//! What becomes of a group.

gtn_db_core::names! {
    /// What becomes of the group after the best moves of both sides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Outcome {
        /// The attacker can capture all of it, though the defender has three ko threats and he has none.
        Killed => "killed",
        /// The side to move succeeds if it wins a ko.
        Ko => "ko",
        /// The attacker cannot capture it, and the defender cannot make it alive for certain.
        Seki => "seki",
        /// The defender can make stones that are alive by Benson's theorem.
        Lives => "lives",
    }

    /// The name.
    pub fn name;
}

impl Outcome {
    /// The outcomes, the attacker's best first.
    pub const ALL: [Outcome; 4] = Outcome::VALUES;
}
