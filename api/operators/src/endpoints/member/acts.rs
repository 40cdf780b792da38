//! By whom, when and why a right was used, lost or given back: from the events at positions that a read model names.

use std::collections::{BTreeSet, HashMap};

use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_events::{Actor, MemberId, Position, RecordedEvent};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::members;
use fairway_store::members::Member;
use serde::Serialize;
use utoipa::ToSchema;

use super::whole_name;

/// By whom, when and why something was done to a right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RightAct {
    /// In words: `Jan de Vries`, `operator Anke, as Jan de Vries`, `operator Anke` or `system (import)`.
    pub by: String,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The operator's reason; null where no operator did it.
    pub reason: Option<String>,
    /// The event's position in the journal.
    pub position: i64,
}

/// The acts at some positions.
#[derive(Debug, Default)]
pub(crate) struct Acts(HashMap<Position, RightAct>);

impl Acts {
    /// Reads the events at these positions, and the names of those who caused them: two queries.
    pub(crate) async fn read(common: &Common, positions: &[Position]) -> Result<Self, OperatorFailure> {
        if positions.is_empty() {
            return Ok(Self::default());
        }
        let events = common.journal.at(positions).await?;
        let actors: BTreeSet<MemberId> = events.iter().filter_map(|event| member_of(&event.actor)).collect();
        let actors: Vec<MemberId> = actors.into_iter().collect();
        let names = members::by_ids(&common.pool, &actors).await?;
        Ok(Self(events.iter().map(|event| (event.position, act(event, &names))).collect()))
    }

    /// The act at a position; none where the journal has lost it.
    pub(crate) fn at(&self, position: Option<Position>) -> Option<RightAct> {
        self.0.get(&position?).cloned()
    }
}

const fn member_of(actor: &Actor) -> Option<MemberId> {
    match actor {
        Actor::Member(member) | Actor::Impersonator { member, .. } => Some(*member),
        Actor::Operator(_) | Actor::Club(_) | Actor::System(_) => None,
    }
}

fn act(event: &RecordedEvent, names: &HashMap<MemberId, Member>) -> RightAct {
    RightAct {
        by: by(&event.actor, names),
        at: dates::rfc3339(event.recorded_at),
        reason: event.metadata.get("reason").cloned(),
        position: event.position,
    }
}

fn by(actor: &Actor, names: &HashMap<MemberId, Member>) -> String {
    match actor {
        Actor::Member(member) => whole_name(*member, names),
        Actor::Impersonator { operator, member } => {
            format!("operator {operator}, as {}", whole_name(*member, names))
        }
        Actor::Operator(operator) => format!("operator {operator}"),
        Actor::Club(user) => format!("club user {user}"),
        Actor::System(part) => format!("system ({part})"),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_actor_is_named_and_an_erased_one_is_not() {
        let id = MemberId(Uuid::from_u128(7));
        let text = |text: &str| text.to_owned();
        let jan = Member {
            first_name: text("Jan"),
            prefix: text("de"),
            last_name: text("Vries"),
            email: text("jan@test.example"),
            ..Member::erased(id)
        };
        let names = HashMap::from([(id, jan)]);
        let operator = || text("Anke");
        for (actor, words) in [
            (Actor::Member(id), "Jan de Vries"),
            (Actor::Impersonator { operator: operator(), member: id }, "operator Anke, as Jan de Vries"),
            (Actor::Operator(operator()), "operator Anke"),
            (Actor::import(), "system (import)"),
            (Actor::Member(MemberId(Uuid::from_u128(8))), "verwijderd lid"),
        ] {
            assert_eq!(by(&actor, &names), words);
        }
    }
}
