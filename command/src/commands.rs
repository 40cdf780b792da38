//! What can be asked of the system. A command carries everything that its decision needs besides the streams:
//! new ids, the clock's today (a day in Europe/Amsterdam) and the clubs' reference data. So the same command on
//! the same streams always decides the same.
//!
//! One file per command: its fields, and [`Decide`]. A decision composes those of the aggregates concerned into one
//! [`Decision`] over all their streams, so that everything is appended or nothing (docs/domain.md §3.7). `cancel`,
//! `claim`, `release` and `waiting_groups` are shared by several.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Event, Holes, MemberId, PlaceId, StreamId};

use crate::{Club, Decision, Undecided, World};

mod add_players;
mod book_round;
mod cancel;
mod cancel_for_players;
mod cancel_group;
mod cancel_place;
mod change_day;
mod claim;
mod decline_offer;
mod grant_voucher;
mod join_waiting_list;
mod leave_waiting_list;
mod offer_free_places;
mod place_order;
mod record_refund;
mod release;
mod remove_player;
mod return_forfeited_right;
mod settle_order;
mod start_payment;
mod start_subscription;
mod swap_player;
mod take_offer;
#[cfg(test)]
mod tests;
mod waiting_groups;

pub use cancel_for_players::RightsChoice;
pub use change_day::{DayChange, bookings_met};
pub use settle_order::{PaymentOutcome, PaymentSeen};

/// A command: which streams it reads, and what it decides on them.
pub(crate) trait Decide {
    /// What it counts as when a member gives it.
    const COUNTS_AS: CountsAs;

    /// The streams that the decision reads, as far as the command itself names them, in any order.
    fn streams(&self) -> Vec<StreamId>;

    /// The stream that the command is to start, under an id that was made for it: almost certainly empty. No order is
    /// one: its id follows from its key, so that a repetition is not unlikely.
    fn starts(&self) -> Option<StreamId> {
        None
    }

    /// What a record of its refusal names.
    fn about(&self) -> About {
        About::default()
    }

    /// Decides the command on the present state. All of `streams` are loaded.
    fn decide(&self, world: &impl World) -> Result<Decision, Undecided>;
}

/// What a command counts as among those that a member may give in an hour (docs/domain.md §3.14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountsAs {
    /// A round that is booked.
    Booking,
    /// Any other change of rounds, or an order.
    Change,
    /// Not counted: it follows an order that was counted, or no member gives it.
    Nothing,
}

/// What a command is about, as far as the record of its refusal names it.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// The booking.
    pub booking: Option<BookingId>,
    /// Where.
    pub club: Option<Arc<Club>>,
    /// When.
    pub play_date: Option<NaiveDate>,
    /// How long.
    pub holes: Option<Holes>,
    /// Who is to play.
    pub players: Vec<MemberId>,
}

/// A player and the id that their place will have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPlace {
    /// Who plays.
    pub member: MemberId,
    /// The new place's id, the player's `reservation_id`.
    pub place: PlaceId,
}

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

            /// The streams that the decision reads, as far as the command itself names them. What a booking or a chosen
            /// right leads to comes as [`Undecided::Missing`], in a few more rounds of loading.
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

            /// What it counts as when a member gives it.
            #[must_use]
            pub const fn counts_as(&self) -> CountsAs {
                match self {
                    $(Self::$command(_) => $command::COUNTS_AS),+
                }
            }

            /// What a record of its refusal names.
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
}

impl Command {
    /// What it is called in metrics and traces.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        Self::KINDS[self.kind()]
    }
}

/// The list of a club's day, and the day.
fn waiting_list(club: &ClubId, date: NaiveDate) -> [StreamId; 2] {
    [StreamId::WaitingList(club.clone(), date), StreamId::CourseDay(club.clone(), date)]
}

/// Stops unless every stream is loaded, and names all that are not, so that one load reads them all.
fn require(world: &impl World, streams: impl IntoIterator<Item = StreamId>) -> Result<(), Undecided> {
    let missing: Vec<StreamId> = streams.into_iter().filter(|stream| world.find(stream).is_none()).collect();
    if missing.is_empty() { Ok(()) } else { Err(Undecided::Missing(once_each(missing))) }
}

/// A request may name a member twice; a stream that is loaded twice would count everything twice.
fn once_each(mut streams: Vec<StreamId>) -> Vec<StreamId> {
    streams.sort_unstable();
    streams.dedup();
    streams
}

impl Decision {
    /// Adds what an aggregate decided; nothing decided leaves the stream out.
    fn add<E: Into<Event>>(&mut self, stream: StreamId, events: Vec<E>) {
        if !events.is_empty() {
            self.events.push((stream, events.into_iter().map(Into::into).collect()));
        }
    }
}
