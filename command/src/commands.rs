//! The commands: all that anybody can ask of the system. A command carries everything that its decision needs besides
//! the streams: new ids, the clock's today (a day in Europe/Amsterdam) and the clubs' reference data. So the same
//! command on the same streams always decides the same.
//!
//! One file per command: its fields, and [`Decide`]. A decision composes those of the aggregates concerned into one
//! [`Decision`] over all their streams, so that everything is appended or nothing (docs/domain.md §3.7). `cancel`,
//! `claim`, `release` and `waiting_groups` are shared by several.

use fairway_events::StreamId;

use crate::{Decision, Undecided, World};

mod add_players;
mod agree_start_time;
mod annul_arrival;
mod approve_refund;
mod book_round;
mod book_walk_in;
mod cancel;
mod cancel_for_players;
mod cancel_group;
mod cancel_place;
mod change_day;
mod claim;
mod close_month;
mod correct_played_holes;
mod decide;
mod decide_irregular_scan;
mod decline_offer;
mod dispute_line;
mod end_dispute;
mod grant_voucher;
mod join_waiting_list;
mod leave_waiting_list;
mod object_to_absence;
mod offer_free_places;
mod place_order;
mod record_absence;
mod record_refund;
mod record_scan;
mod release;
mod remove_player;
mod report_course_state;
mod return_forfeited_right;
mod set_tariff;
mod settle_order;
mod start_payment;
mod start_subscription;
mod swap_player;
mod take_offer;
#[cfg(test)]
mod tests;
mod waiting_groups;
mod withdraw_absence;
mod withdraw_subscription;
mod withdraw_voucher;

pub use cancel_for_players::RightsChoice;
pub use change_day::{DayChange, bookings_met};
pub use claim::NewPlace;
pub use decide::{About, CountsAs};
use decide::{Decide, once_each, require};
pub use record_scan::Scanned;
pub use settle_order::{PaymentOutcome, PaymentSeen};

/// Lists the commands. The writer's counters go by the order of the list: a new command comes last.
macro_rules! commands {
    ($($module:ident::$command:ident),+ $(,)?) => {
        $(pub use $module::$command;)+

        /// Any command.
        #[derive(Debug, Clone)]
        #[expect(missing_docs, reason = "each variant holds the command of its name")]
        pub enum Command {
            $($command($command)),+
        }

        #[derive(Clone, Copy)]
        enum Kind {
            $($command),+
        }

        impl Command {
            /// Every kind of command, in the order of [`Command::kind`].
            pub const KINDS: [&'static str; [$(stringify!($command)),+].len()] = [$(stringify!($command)),+];

            /// The place of this command's name among [`Command::KINDS`].
            pub(crate) const fn kind(&self) -> usize {
                match self {
                    $(Self::$command(_) => Kind::$command as usize),+
                }
            }

            /// The streams that the decision reads, as far as the command itself names them. Those to which a booking
            /// or a chosen right leads come as [`Undecided::Missing`], in a few more rounds of loading.
            #[must_use]
            pub fn streams(&self) -> Vec<StreamId> {
                once_each(match self {
                    $(Self::$command(command) => command.streams()),+
                })
            }

            /// The stream that the command is to start, under an id that was made for it: almost certainly empty.
            pub(crate) fn starts(&self) -> Option<StreamId> {
                match self {
                    $(Self::$command(command) => command.starts()),+
                }
            }

            /// Its kind in the hourly count of a member's commands.
            #[must_use]
            pub const fn counts_as(&self) -> CountsAs {
                match self {
                    $(Self::$command(_) => $command::COUNTS_AS),+
                }
            }

            /// The booking, round and players that a record of its refusal names.
            #[must_use]
            pub fn about(&self) -> About {
                match self {
                    $(Self::$command(command) => command.about()),+
                }
            }

            /// Decides the command on the present state.
            ///
            /// # Errors
            /// [`Undecided::Missing`] with every stream that is known to be missing, or [`Undecided::Rejected`].
            pub fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
                require(world, self.streams())?;
                match self {
                    $(Self::$command(command) => command.decide(world)),+
                }
            }
        }
    };
}

commands! {
    book_round::BookRound,
    add_players::AddPlayers,
    cancel_place::CancelPlace,
    cancel_group::CancelGroup,
    remove_player::RemovePlayer,
    start_subscription::StartSubscription,
    grant_voucher::GrantVoucher,
    place_order::PlaceOrder,
    start_payment::StartPayment,
    settle_order::SettleOrder,
    record_refund::RecordRefund,
    cancel_for_players::CancelForPlayers,
    return_forfeited_right::ReturnForfeitedRight,
    change_day::ChangeDay,
    swap_player::SwapPlayer,
    join_waiting_list::JoinWaitingList,
    leave_waiting_list::LeaveWaitingList,
    decline_offer::DeclineOffer,
    take_offer::TakeOffer,
    offer_free_places::OfferFreePlaces,
    withdraw_voucher::WithdrawVoucher,
    withdraw_subscription::WithdrawSubscription,
    approve_refund::ApproveRefund,
    agree_start_time::AgreeStartTime,
    record_scan::RecordScan,
    annul_arrival::AnnulArrival,
    correct_played_holes::CorrectPlayedHoles,
    decide_irregular_scan::DecideIrregularScan,
    book_walk_in::BookWalkIn,
    report_course_state::ReportCourseState,
    record_absence::RecordAbsence,
    object_to_absence::ObjectToAbsence,
    withdraw_absence::WithdrawAbsence,
    set_tariff::SetTariff,
    close_month::CloseMonth,
    dispute_line::DisputeLine,
    end_dispute::EndDispute,
}

impl Command {
    /// Its name in metrics and traces.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        Self::KINDS[self.kind()]
    }
}
