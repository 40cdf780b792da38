//! Ids computed from a row of content, so that importing it again finds what the first import wrote. An item that an
//! operator renamed keeps its id: an import looks for the stored row of the same name first.

use std::collections::HashSet;

use fairway_events::MemberId;
use uuid::Uuid;

/// The namespace of all ids of imported rows; never changes.
const NAMESPACE: Uuid = Uuid::from_u128(0x6f1f_0d4c_9d2b_5c55_9a6e_1d1b_52a7_0f3e);

/// An id from these parts.
pub fn id(namespace: Uuid, parts: &[&str]) -> Uuid {
    // The values may hold any text: the separator is a character that a data set cannot contain.
    Uuid::new_v5(&namespace, parts.join("\0").as_bytes())
}

/// A news item; `nth` is not 0 where another item has the id that its title gives.
pub fn news(title: &str, nth: i32) -> Uuid {
    named("news", title, nth)
}

/// A heading of questions.
pub fn faq_category(name: &str, nth: i32) -> Uuid {
    named("faq", name, nth)
}

fn named(kind: &str, name: &str, nth: i32) -> Uuid {
    match nth {
        0 => id(NAMESPACE, &[kind, name]),
        _ => id(NAMESPACE, &[kind, name, &nth.to_string()]),
    }
}

/// An offer to a member, or to everybody.
pub fn offer(member: Option<MemberId>, nth: i32, name: &str) -> Uuid {
    id(member.map_or(NAMESPACE, |member| member.0), &["offer", &nth.to_string(), name])
}

/// The ids of a file's rows: that of the stored row with the same name, otherwise one that is computed from the name and
/// that no other row of the file has.
pub fn of_file(stored: &[(Uuid, String)], names: &[&str], computed: impl Fn(&str, i32) -> Uuid) -> Vec<Uuid> {
    let mut taken = HashSet::new();
    let kept: Vec<Option<Uuid>> = names
        .iter()
        .map(|name| {
            let mut alike = stored.iter().filter(|(_, other)| other == name).map(|(id, _)| *id);
            alike.find(|id| taken.insert(*id))
        })
        .collect();
    let mut fresh =
        |name: &str| (0..).map(|nth| computed(name, nth)).find(|id| taken.insert(*id)).unwrap_or_default();
    kept.into_iter().zip(names).map(|(kept, name)| kept.unwrap_or_else(|| fresh(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renamed_item_keeps_its_id_and_so_does_one_that_gets_its_old_name_back() {
        let first = news("Dicht", 0);
        let ids = of_file(&[(first, "Open".to_owned())], &["Open", "Dicht"], news);
        assert_eq!(ids[0], first, "the stored item of the name");
        assert_eq!(ids[1], news("Dicht", 1), "the id that the title gives is another item's");
        assert_eq!(of_file(&[(first, "Open".to_owned())], &["Dicht"], news), [first]);
        assert_eq!(of_file(&[], &["A", "B"], news), [news("A", 0), news("B", 0)]);
    }

    #[test]
    fn offers_of_one_name_are_told_apart() {
        let ids = of_file(&[], &["Pas", "Pas"], |name, nth| offer(None, nth, name));
        assert_ne!(ids[0], ids[1]);
        let stored = [(ids[1], "Pas".to_owned()), (ids[0], "Pas".to_owned())];
        assert_eq!(of_file(&stored, &["Pas", "Pas"], |name, nth| offer(None, nth, name)), [ids[1], ids[0]]);
    }
}
