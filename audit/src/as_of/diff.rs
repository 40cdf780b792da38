//! The differences between two lists of facts, field by field.

use serde::Serialize;

use super::facts::Fact;

/// One field that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FactChange))]
pub struct Change {
    /// The heading of its group of fields.
    pub section: String,
    /// The name of the field.
    pub label: String,
    /// The earlier value; none: the field did not exist.
    pub before: Option<String>,
    /// The later value; none: the field does not exist any more.
    pub after: Option<String>,
}

/// The fields that differ, in the order of the later state; removed fields come last.
#[must_use]
pub fn changes(before: &[Fact], after: &[Fact]) -> Vec<Change> {
    let find = |facts: &'_ [Fact], wanted: &Fact| {
        facts.iter().find(|fact| fact.same_field(wanted)).map(|fact| fact.value.clone())
    };
    let mut found = Vec::new();
    for fact in after {
        let earlier = find(before, fact);
        if earlier.as_ref() != Some(&fact.value) {
            found.push(change(fact, earlier, Some(fact.value.clone())));
        }
    }
    for fact in before.iter().filter(|fact| !after.iter().any(|later| later.same_field(fact))) {
        found.push(change(fact, Some(fact.value.clone()), None));
    }
    // A removed field is listed with the other fields of its section.
    let order: Vec<String> = found.iter().map(|change| change.section.clone()).collect();
    found.sort_by_key(|change| order.iter().position(|section| *section == change.section));
    found
}

fn change(fact: &Fact, before: Option<String>, after: Option<String>) -> Change {
    Change { section: fact.section.clone(), label: fact.label.clone(), before, after }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(section: &str, label: &str, value: &str) -> Fact {
        Fact::new(section, label, label, value)
    }

    #[test]
    fn lists_earlier_and_later_values_grouped_by_section() {
        let before =
            [fact("passes", "Gold", "1 of 24 used"), fact("rounds", "a", "18 holes"), fact("end", "x", "1")];
        let after =
            [fact("passes", "Gold", "2 of 24 used"), fact("rounds", "b", "9 holes"), fact("end", "x", "1")];
        let named: Vec<_> = changes(&before, &after)
            .into_iter()
            .map(|change| (change.label, change.before.is_some(), change.after.is_some()))
            .collect();
        assert_eq!(
            named,
            [("Gold".to_owned(), true, true), ("b".to_owned(), false, true), ("a".to_owned(), true, false)]
        );
        assert_eq!(changes(&after, &after), []);
    }
}
