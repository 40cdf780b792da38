//! The facts of a waiting list.

use super::{Fact, fact};
use crate::dates;
use crate::names::Names;
use crate::state::WaitingList;
use crate::state::waiting_list::WaitingStatus;

/// How many wait, and the first of them in the order of the list.
pub(super) fn facts(list: &WaitingList, names: &Names) -> Vec<Fact> {
    let waiting = list.waiting().count();
    let mut facts = vec![
        fact("waiting list", "groups that wait", waiting.to_string()),
        fact("waiting list", "groups ever", list.groups.len().to_string()),
    ];
    facts.extend(list.shown().map(|group| {
        let players: Vec<String> = group.players.iter().map(|player| names.member(*player)).collect();
        let status = match group.status {
            WaitingStatus::Waiting => "waits".to_owned(),
            WaitingStatus::Offered(until) => format!("is offered places until {}", dates::instant(until)),
            WaitingStatus::PassedOver(releases) => {
                format!("waits, passed over when places had come free {releases} times")
            }
            WaitingStatus::Taken(booking) => format!("became booking {booking}"),
            WaitingStatus::Left => "left".to_owned(),
        };
        let value = format!(
            "{} for {} holes, since {}: {status}",
            players.join(", "),
            group.holes,
            dates::instant(group.at)
        );
        Fact::new("groups", group.id.to_string(), group.id.to_string(), value)
    }));
    facts
}
