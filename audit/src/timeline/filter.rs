//! The part of a timeline that a screen asks for.

use chrono::{DateTime, Utc};
use fairway_events::{ActorKind, Position};

use super::category::{self, Category};
use super::search_text::SearchText;
use crate::moment::Moment;

/// The wanted part of a timeline.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only events before this position: the next page.
    pub before: Option<Position>,
    /// Only events after this position: what is new. Operators' acts, which have no position, are left out then unless
    /// `acts_after` is given.
    pub after: Option<Position>,
    /// With `after`: operators' acts since shortly before this instant, the `newest_act` of what is shown. Some of them may
    /// be shown already.
    pub acts_after: Option<DateTime<Utc>>,
    /// The maximum number of events, 1..=200.
    pub limit: usize,
    /// Only events of these names; empty: of every name. Operators' acts are no events.
    pub events: Vec<String>,
    /// Only what belongs to this category, also of operators' acts.
    pub category: Option<Category>,
    /// Only entries that say this. Then a page may have fewer entries than its limit, or none, though there are earlier ones.
    pub text: Option<SearchText>,
    /// Only what such an actor did.
    pub actor: Option<ActorKind>,
    /// Only what happened at this moment or later.
    pub from: Option<Moment>,
    /// Only what happened up to this moment; a day counts to its end.
    pub to: Option<Moment>,
}

impl Filter {
    /// The names of the wanted events; none: of every name.
    pub(super) fn names(&self) -> Option<Vec<String>> {
        let Some(category) = self.category else {
            return (!self.events.is_empty()).then(|| self.events.clone());
        };
        let is_chosen =
            |name: &&str| self.events.is_empty() || self.events.iter().any(|chosen| chosen == name);
        Some(category.event_names().filter(is_chosen).map(str::to_owned).collect())
    }

    /// Whether operators' acts are wanted at all.
    pub(super) fn has_acts(&self) -> bool {
        let of_operators = matches!(self.actor, None | Some(ActorKind::Operator));
        let of_category = matches!(self.category, None | Some(Category::Operator | Category::Account));
        self.events.is_empty() && of_operators && of_category
    }

    /// Whether an operators' act of this name belongs to the category.
    pub(super) fn wants_act(&self, action: &str) -> bool {
        self.category.is_none_or(|wanted| category::of_act(action).contains(&wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_and_chosen_names_both_hold() {
        let names = |events: &[&str], category: Option<Category>| {
            let events = events.iter().map(|name| (*name).to_owned()).collect();
            Filter { events, category, ..Filter::default() }.names()
        };
        assert_eq!(names(&[], None), None);
        assert_eq!(names(&["RoundBooked"], None), Some(vec!["RoundBooked".to_owned()]));
        let rights = names(&[], Some(Category::Rights)).expect("names");
        assert!(rights.iter().any(|name| name == "PlayRightForfeited"), "{rights:?}");
        assert!(!rights.iter().any(|name| name == "RoundBooked"), "{rights:?}");
        let both = names(&["RoundBooked", "PlayRightForfeited"], Some(Category::Rights));
        assert_eq!(both, Some(vec!["PlayRightForfeited".to_owned()]));
        assert_eq!(names(&["RoundBooked"], Some(Category::Payments)), Some(Vec::new()), "nothing is both");
    }

    #[test]
    fn acts_are_of_operators_and_some_of_the_account() {
        let of = |category: Option<Category>| Filter { category, ..Filter::default() };
        for (category, wanted) in [
            (None, [true, true]),
            (Some(Category::Operator), [true, true]),
            (Some(Category::Account), [true, false]),
        ] {
            let filter = of(category);
            assert!(filter.has_acts());
            assert_eq!(["disable", "grant voucher"].map(|act| filter.wants_act(act)), wanted, "{category:?}");
        }
        assert!(!of(Some(Category::Rights)).has_acts(), "each has its event");
    }
}
