//! How each command is decided: one file per command (the three cancellations share `cancel`,
//! what leaves a waiting group without an offer is in `waiting_groups`), each composing the
//! decisions of the aggregates concerned into one [`Decision`] over all their streams, so that everything is appended or
//! nothing (docs/domain.md §3.7).

use chrono::NaiveDate;
use fairway_events::{ClubId, Event, StreamId};

use crate::{
    AddPlayers, BookRound, CancelForPlayers, CancelGroup, CancelPlace, Command, Decision, DeclineOffer,
    LeaveWaitingList, RecordRefund, RemovePlayer, ReturnForfeitedRight, SettleOrder, StartPayment,
    SwapPlayer, Undecided, World,
};

mod add_players;
mod book_round;
mod cancel;
mod change_day;
mod claim;
mod grant_voucher;
mod join_waiting_list;
mod offer_free_places;
mod place_order;
mod record_refund;
mod release;
mod return_forfeited_right;
mod settle_order;
mod start_payment;
mod start_subscription;
mod swap_player;
mod take_offer;
#[cfg(test)]
mod tests;
mod waiting_groups;

pub use change_day::bookings_met;

impl Command {
    /// The streams that the decision reads, as far as the command itself names them. What a booking or a chosen
    /// right leads to comes as [`Undecided::Missing`], in a few more rounds of loading.
    #[must_use]
    pub fn streams(&self) -> Vec<StreamId> {
        let streams = match self {
            Self::BookRound(BookRound { booking, club, play_date, players, .. })
            | Self::AddPlayers(AddPlayers { booking, club, play_date, players, .. }) => {
                let members = players.iter().map(|player| StreamId::Membership(player.member));
                let day = StreamId::CourseDay(club.id.clone(), *play_date);
                [StreamId::Reservation(*booking)].into_iter().chain(members).chain([day]).collect()
            }
            Self::SwapPlayer(SwapPlayer { booking, club, play_date, player, .. }) => vec![
                StreamId::Reservation(*booking),
                StreamId::Membership(player.member),
                StreamId::CourseDay(club.id.clone(), *play_date),
            ],
            Self::CancelPlace(CancelPlace { booking, .. })
            | Self::CancelGroup(CancelGroup { booking, .. })
            | Self::RemovePlayer(RemovePlayer { booking, .. })
            | Self::CancelForPlayers(CancelForPlayers { booking, .. })
            | Self::ReturnForfeitedRight(ReturnForfeitedRight { booking, .. }) => {
                vec![StreamId::Reservation(*booking)]
            }
            Self::ChangeDay(command) => vec![StreamId::CourseDay(command.club.clone(), command.date)],
            Self::StartSubscription(command) => vec![StreamId::Membership(command.member)],
            Self::GrantVoucher(command) => {
                vec![StreamId::Voucher(command.voucher), StreamId::Membership(command.member)]
            }
            Self::PlaceOrder(command) => {
                vec![StreamId::Order(command.order), StreamId::Membership(command.member)]
            }
            Self::StartPayment(StartPayment { order, .. })
            | Self::SettleOrder(SettleOrder { order, .. })
            | Self::RecordRefund(RecordRefund { order, .. }) => vec![StreamId::Order(*order)],
            Self::JoinWaitingList(command) => {
                let members = command.players.iter().map(|player| StreamId::Membership(*player));
                waiting_list(&command.club.id, command.date).into_iter().chain(members).collect()
            }
            Self::LeaveWaitingList(LeaveWaitingList { club, date, .. })
            | Self::DeclineOffer(DeclineOffer { club, date, .. }) => waiting_list(club, *date).into(),
            Self::TakeOffer(command) => {
                let booking = StreamId::Reservation(command.booking);
                waiting_list(&command.club.id, command.date).into_iter().chain([booking]).collect()
            }
            Self::OfferFreePlaces(command) => waiting_list(&command.club.id, command.date).into(),
        };
        once_each(streams)
    }

    /// The stream that the command is to start, under an id that was made for it: almost certainly empty.
    pub(crate) fn starts(&self) -> Option<StreamId> {
        match self {
            Self::BookRound(command) => Some(StreamId::Reservation(command.booking)),
            Self::TakeOffer(command) => Some(StreamId::Reservation(command.booking)),
            // An order's id follows from its key, so that a repetition is not unlikely.
            Self::PlaceOrder(_)
            | Self::AddPlayers(_)
            | Self::CancelPlace(_)
            | Self::CancelGroup(_)
            | Self::RemovePlayer(_)
            | Self::StartSubscription(_)
            | Self::GrantVoucher(_)
            | Self::StartPayment(_)
            | Self::SettleOrder(_)
            | Self::RecordRefund(_)
            | Self::CancelForPlayers(_)
            | Self::ReturnForfeitedRight(_)
            | Self::ChangeDay(_)
            | Self::SwapPlayer(_)
            | Self::JoinWaitingList(_)
            | Self::LeaveWaitingList(_)
            | Self::DeclineOffer(_)
            | Self::OfferFreePlaces(_) => None,
        }
    }

    /// Decides the command on the present state.
    ///
    /// # Errors
    /// [`Undecided::Missing`] with every stream that is known to be missing, or [`Undecided::Rejected`].
    pub fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        require(world, self.streams())?;
        match self {
            Self::BookRound(command) => command.decide(world),
            Self::AddPlayers(command) => command.decide(world),
            Self::CancelPlace(command) => command.decide(world),
            Self::CancelGroup(command) => command.decide(world),
            Self::RemovePlayer(command) => command.decide(world),
            Self::StartSubscription(command) => command.decide(world),
            Self::GrantVoucher(command) => command.decide(world),
            Self::PlaceOrder(command) => command.decide(world),
            Self::StartPayment(command) => command.decide(world),
            Self::SettleOrder(command) => command.decide(world),
            Self::RecordRefund(command) => command.decide(world),
            Self::CancelForPlayers(command) => command.decide(world),
            Self::ReturnForfeitedRight(command) => command.decide(world),
            Self::ChangeDay(command) => command.decide(world),
            Self::SwapPlayer(command) => command.decide(world),
            Self::JoinWaitingList(command) => command.decide(world),
            Self::LeaveWaitingList(command) => command.decide(world),
            Self::DeclineOffer(command) => command.decide(world),
            Self::TakeOffer(command) => command.decide(world),
            Self::OfferFreePlaces(command) => command.decide(world),
        }
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
