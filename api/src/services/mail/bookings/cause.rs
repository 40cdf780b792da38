//! Which event gives cause to write to whom (docs/domain.md §4, mails).

use fairway_events::{CancelMode, MemberId, PlaceId, ReservationEvent};

use crate::rounds::booking_state::BookingState;

/// A reason to write to a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cause {
    /// Who.
    pub(super) to: MemberId,
    /// Their own place: active, or the one that was cancelled.
    pub(super) place: PlaceId,
    /// Of what.
    pub(super) what: CauseKind,
}

/// What happened, as seen by the recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CauseKind {
    Confirmed,
    Added {
        by: MemberId,
    },
    Removed {
        by: MemberId,
    },
    /// By somebody else, or by the recipient.
    GroupCancelled {
        by: Option<MemberId>,
    },
    OwnCancellation,
    CoPlayerLeft {
        who: MemberId,
    },
    MasterPassedOn {
        from: MemberId,
    },
    /// Several things in a short time, and they play.
    Standing,
    /// Several things in a short time, and they do not play.
    NoLonger,
}

impl Cause {
    /// The other member whom the mail names.
    pub(super) fn other(&self) -> Option<MemberId> {
        match self.what {
            CauseKind::Confirmed | CauseKind::OwnCancellation | CauseKind::Standing | CauseKind::NoLonger => {
                None
            }
            CauseKind::Added { by } | CauseKind::Removed { by } => Some(by),
            CauseKind::GroupCancelled { by } => by,
            CauseKind::CoPlayerLeft { who } => Some(who),
            CauseKind::MasterPassedOn { from } => Some(from),
        }
    }
}

/// Who is written to about an event; `after` is the booking after everything that the event's command did.
pub(super) fn of(event: &ReservationEvent, after: &BookingState) -> Vec<Cause> {
    match event {
        ReservationEvent::RoundBooked { master, places, .. } => places
            .iter()
            .map(|place| Cause {
                to: place.member,
                place: place.place,
                what: if place.member == *master {
                    CauseKind::Confirmed
                } else {
                    CauseKind::Added { by: *master }
                },
            })
            .collect(),
        ReservationEvent::PlayerAdded { place, added_by, .. } => {
            vec![Cause { to: place.member, place: place.place, what: CauseKind::Added { by: *added_by } }]
        }
        ReservationEvent::PlaceCancelled { place, member, by, mode, .. } => {
            let cause = |what| Cause { to: *member, place: *place, what };
            match mode {
                CancelMode::Removal => vec![cause(CauseKind::Removed { by: *by })],
                CancelMode::Group => {
                    vec![cause(CauseKind::GroupCancelled { by: Some(*by).filter(|by| by != member) })]
                }
                CancelMode::Own => {
                    let mut causes = vec![cause(CauseKind::OwnCancellation)];
                    // Where the master left, the new one is written to about that instead.
                    let led = after.passed_on_by == Some(*member);
                    if !led && let Some(master) = after.place_of(after.master) {
                        let what = CauseKind::CoPlayerLeft { who: *member };
                        causes.push(Cause { to: after.master, place: master.place, what });
                    }
                    causes
                }
            }
        }
        ReservationEvent::MasterPassedOn { from, to, .. } => after
            .place_of(*to)
            .map(|place| Cause {
                to: *to,
                place: place.place,
                what: CauseKind::MasterPassedOn { from: *from },
            })
            .into_iter()
            .collect(),
        // What expires or ends with a cancellation is in the mail about the cancellation.
        _ => Vec::new(),
    }
}
