//! The mails that each event causes, and their recipients (docs/domain.md §4, mails).

use fairway_events::{
    Actor, CancelMode, CancelledPlace, Event, MemberId, PlaceId, Position, RecordedEvent, ReservationEvent,
    WaitingListEvent,
};
use fairway_round_data::history::BookingHistory;
use fairway_store::notifications::NotificationKind;
pub(super) use fairway_store::outbox::rounds::{event_key as key, event_position as position};
use fairway_store::queueing::Haste;

/// The cause of a mail to a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cause {
    /// The recipient.
    pub(super) to: MemberId,
    /// Their own place: active, or the one that was cancelled.
    pub(super) place: PlaceId,
    pub(super) what: CauseKind,
}

/// The cause, from the recipient's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CauseKind {
    /// The recipient booked the round, or took their place in it.
    Confirmed,
    Added {
        by: MemberId,
    },
    Removed {
        by: MemberId,
    },
    /// By another member, or by the recipient.
    GroupCancelled {
        by: Option<MemberId>,
    },
    OwnCancellation,
    /// An operator cancelled the recipient's place.
    CancelledByOperator,
    /// The club cannot have the round.
    CancelledByClub,
    /// An operator gave the recipient's forfeited right back.
    RightReturned,
    CoPlayerLeft {
        who: MemberId,
    },
    MasterPassedOn {
        from: MemberId,
    },
    /// Another player came in the recipient's stead.
    SwappedOut {
        by: MemberId,
        coming: MemberId,
    },
    /// The recipient came in another player's stead.
    SwappedIn {
        by: MemberId,
        left: MemberId,
    },
    /// To the master: a co-player swapped themselves for another.
    CoPlayerSwapped {
        left: MemberId,
        coming: MemberId,
    },
    /// Several changes in a short time, and the recipient plays.
    PresentState,
    /// The recipient plays tomorrow.
    Reminder,
}

impl CauseKind {
    /// The kind of news that it is (docs/domain.md §3.20).
    pub(super) const fn notification(self) -> NotificationKind {
        match self {
            Self::Confirmed | Self::Added { .. } | Self::SwappedIn { .. } => NotificationKind::RoundBooked,
            Self::CoPlayerLeft { .. }
            | Self::MasterPassedOn { .. }
            | Self::CoPlayerSwapped { .. }
            | Self::PresentState => NotificationKind::RoundChanged,
            Self::Removed { .. }
            | Self::GroupCancelled { .. }
            | Self::OwnCancellation
            | Self::CancelledByOperator
            | Self::CancelledByClub
            | Self::RightReturned
            | Self::SwappedOut { .. } => NotificationKind::RoundCancelled,
            Self::Reminder => NotificationKind::Reminder,
        }
    }

    /// Whether it waits for further changes (docs/domain.md §3.15).
    pub(super) const fn haste(self) -> Haste {
        match self {
            Self::Confirmed
            | Self::Added { .. }
            | Self::SwappedIn { .. }
            | Self::CoPlayerLeft { .. }
            | Self::MasterPassedOn { .. }
            | Self::CoPlayerSwapped { .. }
            | Self::PresentState => Haste::Waits,
            Self::Removed { .. }
            | Self::GroupCancelled { .. }
            | Self::OwnCancellation
            | Self::CancelledByOperator
            | Self::CancelledByClub
            | Self::SwappedOut { .. } => Haste::EndsWaiting,
            Self::RightReturned | Self::Reminder => Haste::NeverWaits,
        }
    }

    /// Whether the recipient came into the round by it.
    pub(super) const fn is_beginning(self) -> bool {
        matches!(self, Self::Confirmed | Self::Added { .. } | Self::SwappedIn { .. })
    }

    /// Whether it is mailed whatever the member chose: nobody among the members knows it otherwise.
    pub(super) const fn is_always_mailed(self) -> bool {
        matches!(self, Self::CancelledByOperator | Self::CancelledByClub)
    }

    /// Whether it is sent after the round, too.
    pub(super) const fn is_about_the_past(self) -> bool {
        matches!(self, Self::RightReturned)
    }
}

impl Cause {
    /// The other members whom the mail names.
    pub(super) fn others(&self) -> impl Iterator<Item = MemberId> {
        let others = match self.what {
            CauseKind::Confirmed
            | CauseKind::OwnCancellation
            | CauseKind::CancelledByOperator
            | CauseKind::CancelledByClub
            | CauseKind::RightReturned
            | CauseKind::PresentState
            | CauseKind::Reminder => [None, None],
            CauseKind::Added { by } | CauseKind::Removed { by } => [Some(by), None],
            CauseKind::GroupCancelled { by } => [by, None],
            CauseKind::CoPlayerLeft { who } => [Some(who), None],
            CauseKind::MasterPassedOn { from } => [Some(from), None],
            CauseKind::SwappedOut { by, coming } => [Some(by), Some(coming)],
            CauseKind::SwappedIn { by, left } => [Some(by), Some(left)],
            CauseKind::CoPlayerSwapped { left, coming } => [Some(left), Some(coming)],
        };
        others.into_iter().flatten()
    }
}

/// The event of a waiting list; none: it is of something else.
pub(super) fn of_waiting_list(recorded: &RecordedEvent) -> Option<&WaitingListEvent> {
    let Event::WaitingList(event) = &recorded.event else { return None };
    Some(event)
}

/// The identity of the mail about a place on the day before its round.
pub(super) fn reminder_key(place: PlaceId) -> String {
    format!("reminder:{place}")
}

/// The identity of news about a course: the position of the club's report, and the recipient.
pub(super) fn course_key(position: Position, to: MemberId) -> String {
    format!("course:{position}:{to}")
}

/// The position in [`course_key`].
pub(super) fn course_position(key: &str) -> Option<Position> {
    key.strip_prefix("course:")?.split_once(':')?.0.parse().ok()
}

/// The identity of news about an absence: the position of its event, and the recipient.
pub(super) fn absence_key(position: Position, to: MemberId) -> String {
    format!("absence:{position}:{to}")
}

/// The position in [`absence_key`].
pub(super) fn absence_position(key: &str) -> Option<Position> {
    key.strip_prefix("absence:")?.split_once(':')?.0.parse().ok()
}

/// The place in [`reminder_key`].
pub(super) fn reminded_place(key: &str) -> Option<PlaceId> {
    key.strip_prefix("reminder:")?.parse().ok()
}

/// The recipients of mails about an event of this actor; `after` is the booking after all events of the same command.
pub(super) fn causes(actor: &Actor, event: &ReservationEvent, after: &BookingHistory) -> Vec<Cause> {
    // Who takes an offer of a waiting list was added by nobody; the event names the member who put the group on it.
    let joined = |member: MemberId, by: MemberId| {
        let is_own_act = match actor {
            Actor::Member(own) | Actor::Impersonator { member: own, .. } => *own == member,
            Actor::Operator(_) | Actor::Club(_) | Actor::System(_) => false,
        };
        if member == by || is_own_act { CauseKind::Confirmed } else { CauseKind::Added { by } }
    };
    match event {
        ReservationEvent::RoundBooked { master, places, .. } => places
            .iter()
            .map(|place| Cause { to: place.member, place: place.place, what: joined(place.member, *master) })
            .collect(),
        ReservationEvent::PlayerAdded { place, added_by, .. } => {
            vec![Cause { to: place.member, place: place.place, what: joined(place.member, *added_by) }]
        }
        ReservationEvent::PlayerSwapped { left, place, by, .. } => {
            let (coming, left_by) = (place.member, left.member);
            let out =
                Cause { to: left_by, place: left.place, what: CauseKind::SwappedOut { by: *by, coming } };
            let swapped_in = Cause {
                to: coming,
                place: place.place,
                what: CauseKind::SwappedIn { by: *by, left: left_by },
            };
            // A master who swaps knows it, and a new one gets a mail about that.
            let master = Some(after.booking.master)
                .filter(|master| *by == left_by && *master != coming && after.passed_on_by != Some(left_by));
            let master = master.and_then(|master| after.booking.place_of(master)).map(|place| Cause {
                to: place.member,
                place: place.place,
                what: CauseKind::CoPlayerSwapped { left: left_by, coming },
            });
            [out, swapped_in].into_iter().chain(master).collect()
        }
        ReservationEvent::PlaceCancelled { place, member, by, mode, .. } => {
            let cause = |what| Cause { to: *member, place: *place, what };
            match mode {
                CancelMode::Removal => vec![cause(CauseKind::Removed { by: *by })],
                CancelMode::Group => {
                    vec![cause(CauseKind::GroupCancelled { by: Some(*by).filter(|by| by != member) })]
                }
                CancelMode::Own => {
                    let left = who_learns_that_one_left(*member, after);
                    std::iter::once(cause(CauseKind::OwnCancellation)).chain(left).collect()
                }
            }
        }
        ReservationEvent::PlaceCancelledByOperator { place, member, .. } => {
            let own = Cause { to: *member, place: *place, what: CauseKind::CancelledByOperator };
            std::iter::once(own).chain(who_learns_that_one_left(*member, after)).collect()
        }
        ReservationEvent::RoundCancelledByClub { places, .. } => {
            let cause = |cancelled: &CancelledPlace| Cause {
                to: cancelled.member,
                place: cancelled.place,
                what: CauseKind::CancelledByClub,
            };
            places.iter().map(cause).collect()
        }
        ReservationEvent::PlayRightReturned { place, member, .. } => {
            vec![Cause { to: *member, place: *place, what: CauseKind::RightReturned }]
        }
        // A new master who came in the former one's stead learns it from the mail about the swap.
        ReservationEvent::MasterPassedOn { from, to, .. } => after
            .booking
            .place_of(*to)
            .filter(|_| after.swapped_in != Some(*to))
            .map(|place| Cause {
                to: *to,
                place: place.place,
                what: CauseKind::MasterPassedOn { from: *from },
            })
            .into_iter()
            .collect(),
        // Expired rights and ended memberships are in the mail about the cancellation; a start time is in the next mail.
        ReservationEvent::PlayRightExpired { .. }
        | ReservationEvent::BookingCancelled { .. }
        | ReservationEvent::StartTimeAgreed { .. } => Vec::new(),
    }
}

/// The master, unless the one who left was it: the new master gets a mail about that instead.
fn who_learns_that_one_left(member: MemberId, after: &BookingHistory) -> Option<Cause> {
    if after.passed_on_by == Some(member) {
        return None;
    }
    let master = after.booking.place_of(after.booking.master)?;
    Some(Cause {
        to: after.booking.master,
        place: master.place,
        what: CauseKind::CoPlayerLeft { who: member },
    })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_cause_is_of_the_kind_that_its_switch_names_and_two_are_always_mailed() {
        let who = MemberId(Uuid::from_u128(1));
        let (by, left, coming) = (who, who, who);
        for (kind, causes) in [
            (
                NotificationKind::RoundBooked,
                vec![CauseKind::Confirmed, CauseKind::Added { by }, CauseKind::SwappedIn { by, left }],
            ),
            (
                NotificationKind::RoundChanged,
                vec![
                    CauseKind::CoPlayerLeft { who },
                    CauseKind::MasterPassedOn { from: who },
                    CauseKind::CoPlayerSwapped { left, coming },
                    CauseKind::PresentState,
                ],
            ),
            (
                NotificationKind::RoundCancelled,
                vec![
                    CauseKind::Removed { by },
                    CauseKind::GroupCancelled { by: None },
                    CauseKind::OwnCancellation,
                    CauseKind::SwappedOut { by, coming },
                    CauseKind::RightReturned,
                ],
            ),
            (NotificationKind::Reminder, vec![CauseKind::Reminder]),
        ] {
            for cause in causes {
                assert_eq!((cause.notification(), cause.is_always_mailed()), (kind, false), "{cause:?}");
            }
        }
        for cause in [CauseKind::CancelledByClub, CauseKind::CancelledByOperator] {
            let found = (cause.notification(), cause.is_always_mailed());
            assert_eq!(found, (NotificationKind::RoundCancelled, true), "{cause:?}");
        }
    }

    #[test]
    fn the_key_of_a_reminder_names_its_place_and_no_event() {
        let place = PlaceId(Uuid::from_u128(7));
        let key = reminder_key(place);
        assert_eq!((reminded_place(&key), position(&key)), (Some(place), None));
        assert_eq!(reminded_place("event:1:x"), None);
        let course = course_key(7, MemberId(place.0));
        assert_eq!(
            (course_position(&course), position(&course), course_position(&key)),
            (Some(7), None, None)
        );
        let absence = absence_key(7, MemberId(place.0));
        assert_eq!((absence_position(&absence), absence_position(&course)), (Some(7), None));
    }
}
