//! The players of lines and disputes, as initials: more of a name is not needed to settle.

use std::collections::HashMap;

use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::MemberId;
use fairway_query::statements as read;
use fairway_store::members::{self, Member};

/// Initials by member.
#[derive(Debug, Default)]
pub(crate) struct Players(HashMap<MemberId, String>);

impl Players {
    /// In one statement.
    pub(crate) async fn read(common: &Common, mut members: Vec<MemberId>) -> Result<Self, Failure> {
        members.sort_unstable();
        members.dedup();
        let found = members::by_ids(&common.pool, &members).await?;
        Ok(Self(found.into_iter().filter_map(|(id, member)| Some((id, initials(&member)?))).collect()))
    }

    #[cfg(test)]
    pub(crate) fn of<const N: usize>(players: [(MemberId, &str); N]) -> Self {
        Self(players.into_iter().map(|(id, initials)| (id, initials.to_owned())).collect())
    }

    /// Those of a member; none: erased.
    pub(crate) fn initials(&self, member: MemberId) -> Option<String> {
        self.0.get(&member).cloned()
    }
}

/// The player of a line; none: it is of a dispute.
pub(crate) fn player(line: &read::Line) -> Option<MemberId> {
    match &line.of {
        read::LineOf::Place { member, .. } => Some(*member),
        read::LineOf::Dispute(_) => None,
    }
}

/// `J.V.` of Jan de Vries.
fn initials(member: &Member) -> Option<String> {
    if member.is_erased() {
        return None;
    }
    let first = |name: &str| name.chars().find(|char| char.is_alphabetic());
    let letters = [first(&member.first_name), first(&member.last_name)];
    Some(letters.into_iter().flatten().flat_map(|letter| letter.to_uppercase().chain(['.'])).collect())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn initials_are_of_the_first_and_the_last_name_and_an_erased_member_has_none() {
        let member = |first_name: &str, prefix: &str, last_name: &str| Member {
            email: "jan@test.example".to_owned(),
            first_name: first_name.to_owned(),
            prefix: prefix.to_owned(),
            last_name: last_name.to_owned(),
            ..Member::erased(MemberId(Uuid::nil()))
        };
        assert_eq!(initials(&member("Jan", "de", "Vries")).as_deref(), Some("J.V."));
        assert_eq!(initials(&member("élise", "", "'t Hooft")).as_deref(), Some("É.T."));
        assert_eq!(initials(&member("Jan", "", "")).as_deref(), Some("J."));
        assert_eq!(initials(&Member::erased(MemberId(Uuid::nil()))), None);
    }
}
