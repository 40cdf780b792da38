//! A voucher: it is created once and used at most once at a time (docs/domain.md §3.3, §3.4).

use fairway_events::{AggregateType, RecordedEvent, VoucherEvent};

use super::shared::{CheckedEvent, Results};
use crate::facts::Topic;
use crate::findings::Kind;
use fairway_audit::state::{Voucher, VoucherStatus};

/// Checks the stream of a voucher.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    state: Option<Voucher>,
    /// The current use, as a fact.
    current_use: Option<Use>,
    last: i64,
}

/// A use of the voucher that has not come back.
#[derive(Debug)]
struct Use {
    place: String,
    body: String,
    position: i64,
    /// A forfeited use ends when an operator gives the voucher back.
    outcome: &'static str,
}

impl Checker {
    pub(super) fn next(&mut self, event: &VoucherEvent, checked: &mut CheckedEvent<'_>) {
        let mut find = |kind: Kind, what: String| checked.find(kind, what);
        match (&self.state, event) {
            (None, VoucherEvent::VoucherGranted { .. } | VoucherEvent::VoucherPurchased { .. }) => {}
            (Some(_), VoucherEvent::VoucherGranted { .. } | VoucherEvent::VoucherPurchased { .. }) => {
                find(Kind::Impossible, "the voucher was there before".to_owned());
            }
            (None, _) => find(Kind::Impossible, "there was no such voucher yet".to_owned()),
            (Some(voucher), VoucherEvent::VoucherUsed { member, place, play_date, .. }) => {
                if voucher.status != VoucherStatus::Unused {
                    find(
                        Kind::VoucherTwice,
                        format!("used by reservation {place} while it was {}", status_label(voucher)),
                    );
                }
                if voucher.expires < *play_date {
                    find(
                        Kind::VoucherUnfit,
                        format!("used for {play_date}, valid until {}", voucher.expires),
                    );
                }
                if voucher.member != *member {
                    find(
                        Kind::NoRight,
                        format!("used by member {member}, and it is member {}'s", voucher.member),
                    );
                }
            }
            (
                Some(voucher),
                VoucherEvent::VoucherReleased { place, .. } | VoucherEvent::VoucherForfeited { place, .. },
            ) => {
                if !matches!(&voucher.status, VoucherStatus::Used { place: by, .. } if by == place) {
                    find(
                        Kind::Impossible,
                        format!("reservation {place} did not use it: it was {}", status_label(voucher)),
                    );
                }
            }
            (Some(voucher), VoucherEvent::ForfeitedVoucherReturned { place, .. }) => {
                if !matches!(&voucher.status, VoucherStatus::Forfeited { place: by, .. } if by == place) {
                    find(
                        Kind::Impossible,
                        format!("reservation {place} had not forfeited it: it was {}", status_label(voucher)),
                    );
                }
            }
            (Some(voucher), VoucherEvent::VoucherWithdrawn { .. }) => {
                if voucher.status != VoucherStatus::Unused {
                    find(Kind::VoucherTwice, format!("withdrawn while it was {}", status_label(voucher)));
                }
            }
            (Some(voucher), VoucherEvent::GrantedVoucherWithdrawn { member, .. }) => {
                if voucher.status != VoucherStatus::Unused {
                    find(Kind::VoucherTwice, format!("withdrawn while it was {}", status_label(voucher)));
                }
                if let Some(order) = voucher.order {
                    find(Kind::Impossible, format!("withdrawn as a gift, and order {order} paid for it"));
                }
                if voucher.member != *member {
                    find(
                        Kind::NoRight,
                        format!("taken from member {member}, and it is member {}'s", voucher.member),
                    );
                }
            }
        }
        let CheckedEvent { recorded, results, .. } = checked;
        self.last = recorded.position;
        self.state_uses(recorded, event, results);
        Voucher::fold(&mut self.state, event);
        if let VoucherEvent::VoucherPurchased { voucher, member, order, .. } = event {
            let body = format!("member {member}, order {order}");
            results.facts.state(Topic::Purchase, voucher, AggregateType::Voucher, &body, recorded.position);
        }
        if let (
            Some(state),
            VoucherEvent::VoucherWithdrawn { .. } | VoucherEvent::GrantedVoucherWithdrawn { .. },
        ) = (&self.state, event)
        {
            let body = format!("member {}", state.member);
            results.facts.state(
                Topic::Withdrawal,
                state.id,
                AggregateType::Voucher,
                &body,
                recorded.position,
            );
        }
        if let (Some(state), VoucherEvent::VoucherGranted { .. } | VoucherEvent::VoucherPurchased { .. }) =
            (&self.state, event)
        {
            let body = format!(
                "member {}, {}, {}, {} holes, {}",
                state.member,
                state.kind.as_str(),
                state.title,
                state.holes,
                state.expires
            );
            results.facts.state(Topic::Voucher, state.id, AggregateType::Voucher, &body, recorded.position);
        }
    }

    /// States a use when it ends, with its outcome.
    fn state_uses(&mut self, recorded: &RecordedEvent, event: &VoucherEvent, results: &mut Results) {
        match event {
            VoucherEvent::VoucherUsed { voucher, member, place, play_date } => {
                self.close_use(None, results);
                self.current_use = Some(Use {
                    place: place.to_string(),
                    body: format!("voucher {voucher}, member {member}, {play_date}"),
                    position: recorded.position,
                    outcome: "held",
                });
            }
            VoucherEvent::VoucherReleased { .. } | VoucherEvent::ForfeitedVoucherReturned { .. } => {
                self.close_use(Some("given back"), results);
            }
            VoucherEvent::VoucherForfeited { .. } => {
                if let Some(of) = &mut self.current_use {
                    of.outcome = "forfeited";
                }
            }
            VoucherEvent::VoucherGranted { .. }
            | VoucherEvent::VoucherPurchased { .. }
            | VoucherEvent::VoucherWithdrawn { .. }
            | VoucherEvent::GrantedVoucherWithdrawn { .. } => {}
        }
    }

    /// Ends the use; without an outcome, with the one that it has.
    fn close_use(&mut self, outcome: Option<&str>, results: &mut Results) {
        if let Some(of) = self.current_use.take() {
            let body = format!("{}, {}", of.body, outcome.unwrap_or(of.outcome));
            results.facts.state(Topic::VoucherUse, of.place, AggregateType::Voucher, &body, of.position);
        }
    }

    pub(super) fn end(mut self, results: &mut Results) {
        self.close_use(None, results);
        let Some(Voucher { order: Some(order), status, .. }) = &self.state else { return };
        let status = match status {
            VoucherStatus::Unused => "unused",
            VoucherStatus::Used { .. } | VoucherStatus::Forfeited { .. } => "used",
            VoucherStatus::Withdrawn => "withdrawn",
        };
        results.facts.state(Topic::PaidBack, order, AggregateType::Voucher, status, self.last);
    }
}

fn status_label(voucher: &Voucher) -> String {
    match voucher.status {
        VoucherStatus::Unused => "unused".to_owned(),
        VoucherStatus::Used { place, .. } => format!("used by reservation {place}"),
        VoucherStatus::Forfeited { place, .. } => format!("forfeited by reservation {place}"),
        VoucherStatus::Withdrawn => "withdrawn".to_owned(),
    }
}
