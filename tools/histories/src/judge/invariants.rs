//! The invariants that must hold at every position, whoever caused the events (docs/domain.md §3.1, §3.2, §3.6). They
//! are counted on the state after each command, and by no decision.

use fairway_audit::rulebook::{group, one_round};
use fairway_events::{Event, MembershipEvent, StreamId};

use super::Judging;
use crate::contradiction::Contradiction;
use crate::words;

impl Judging<'_> {
    pub(super) fn check_invariants(&mut self) {
        for (number, commit) in self.replay.commits.iter().enumerate() {
            if commit.first <= self.history.header.began_at {
                continue;
            }
            let mut broken = Vec::new();
            for ((club, date), more) in commit.on_days() {
                let day = self.replay.club_day(&club, date, commit.last);
                let capacity = self.clubs.get(&club).and_then(|terms| terms.capacity_on(day.capacity));
                if let Some(capacity) = capacity.filter(|capacity| more > 0 && day.taken() > *capacity) {
                    broken.push((
                        format!("{club} on {date}"),
                        format!("has {} active places and a capacity of {capacity}", day.taken()),
                    ));
                }
            }
            for recorded in &commit.events {
                match (&recorded.stream, &recorded.event) {
                    (
                        StreamId::Membership(member),
                        Event::Membership(MembershipEvent::PlayRightClaimed { play_date, .. }),
                    ) => {
                        let state = self.replay.member(*member, commit.last);
                        let rounds = one_round::rounds_on(&state.holdings, *play_date).count();
                        if rounds > 1 {
                            let key = words::member(*member);
                            broken.push((key, format!("plays {rounds} rounds on {play_date}")));
                        }
                    }
                    (StreamId::Reservation(id), _) => {
                        let Some(booking) = self.replay.booking(*id, commit.last) else { continue };
                        let players: Vec<_> = booking.active().map(|place| place.member).collect();
                        let what = match group::check(&players) {
                            Err(group::Fault::TooMany(count)) => format!("has {count} active players"),
                            Err(group::Fault::Twice(member)) => {
                                format!("has {} twice", words::member(member))
                            }
                            Err(group::Fault::Empty) | Ok(()) => continue,
                        };
                        broken.push((format!("booking {}", words::short(*id)), what));
                    }
                    _ => {}
                }
            }
            broken.dedup();
            for (key, what) in broken {
                let words = format!("After the command that ends at {}, {key} {what}.", commit.last);
                match self.operation_of.get(&number).copied() {
                    Some(operation) => self.found(&[operation], words),
                    None => self.contradictions.push(Contradiction::of_the_journal(
                        self.history.header.seed,
                        key,
                        words,
                    )),
                }
            }
        }
    }
}
