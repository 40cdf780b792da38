//! What can be asked of the system. A command carries everything that its decision needs besides the streams:
//! new ids, the clock's today (a day in Europe/Amsterdam) and the clubs' reference data. So the same command on
//! the same streams always decides the same.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookingId, ClubId, Event, Holes, MemberId, OrderId, OrderItem, PlaceId, RefundKind, StreamId,
    SubscriptionId, VoucherId, VoucherKind,
};

use crate::{Club, Decision, Undecided, World};

mod add_players;
mod book_round;
mod cancel;
mod change_day;
mod claim;
mod grant_voucher;
mod join_waiting_list;
mod offer_free_places;
mod operators;
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
mod waiting_list;

pub use change_day::bookings_met;
pub use operators::{CancelForPlayers, ChangeDay, DayChange, ReturnForfeitedRight, RightsChoice};
pub use waiting_list::{DeclineOffer, JoinWaitingList, LeaveWaitingList, OfferFreePlaces, TakeOffer};

/// A player and the id that their place will have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPlace {
    /// Who plays.
    pub member: MemberId,
    /// The new place's id, the player's `reservation_id`.
    pub place: PlaceId,
}

/// Book a round for a group: all of it or nothing (docs/domain.md §3.7).
#[derive(Debug, Clone)]
pub struct BookRound {
    /// The new booking's id.
    pub booking: BookingId,
    /// Where.
    pub club: Arc<Club>,
    /// When.
    pub play_date: NaiveDate,
    /// How long.
    pub holes: Holes,
    /// Who books, and leads.
    pub master: MemberId,
    /// Who plays, 1..=4, the master among them, in the order of the request.
    pub players: Vec<NewPlace>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Add players to a booking: all of them or none.
#[derive(Debug, Clone)]
pub struct AddPlayers {
    /// The booking.
    pub booking: BookingId,
    /// Its club.
    pub club: Arc<Club>,
    /// Its play date, as the reader saw it: it names the streams to load before the booking is loaded.
    pub play_date: NaiveDate,
    /// Who asks: any active player may.
    pub by: MemberId,
    /// Who joins, in the order of the request.
    pub players: Vec<NewPlace>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Let another player come in the stead of one who leaves, in one step (docs/domain.md §3.18).
#[derive(Debug, Clone)]
pub struct SwapPlayer {
    /// The booking.
    pub booking: BookingId,
    /// Its club.
    pub club: Arc<Club>,
    /// Its play date, as the reader saw it: it names the streams to load before the booking is loaded.
    pub play_date: NaiveDate,
    /// The place of the player who leaves.
    pub place: PlaceId,
    /// Who comes.
    pub player: NewPlace,
    /// Who asks: the player who leaves, or the master.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Cancel one's own place.
#[derive(Debug, Clone)]
pub struct CancelPlace {
    /// The booking.
    pub booking: BookingId,
    /// The place.
    pub place: PlaceId,
    /// Who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Cancel every place of a booking; the master's right.
#[derive(Debug, Clone)]
pub struct CancelGroup {
    /// The booking.
    pub booking: BookingId,
    /// Who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Remove a co-player; the master's right.
#[derive(Debug, Clone)]
pub struct RemovePlayer {
    /// The booking.
    pub booking: BookingId,
    /// The co-player's place.
    pub place: PlaceId,
    /// Who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Give a member a season pass. A success without an event when that pass has started already.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of MembershipEvent::SubscriptionStarted")]
pub struct StartSubscription {
    pub member: MemberId,
    pub subscription: SubscriptionId,
    pub name: String,
    pub startdate: NaiveDate,
    pub enddate: NaiveDate,
    pub paymentdate: Option<NaiveDate>,
    pub amount_cents: i64,
    pub max: u32,
    pub per_month: Option<u32>,
    pub max_holes: Holes,
}

/// Give a member a voucher. A success without an event when that voucher exists already.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of VoucherEvent::VoucherGranted")]
pub struct GrantVoucher {
    pub member: MemberId,
    pub voucher: VoucherId,
    pub kind: VoucherKind,
    pub title: String,
    pub holes: Holes,
    pub expires: NaiveDate,
}

/// Order something. A success without an event when that order was placed before.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    /// The new order's id.
    pub order: OrderId,
    /// Who orders, and pays.
    pub member: MemberId,
    /// What.
    pub item: OrderItem,
    /// For how much, in euro cents: computed from the settings, never taken from the request.
    pub amount_cents: i64,
    /// The payment method's key.
    pub method: String,
    /// The most free vouchers that a member may buy in a year.
    pub voucher_maximum: u32,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl PlaceOrder {
    /// How many things are ordered.
    #[must_use]
    pub fn quantity(&self) -> usize {
        match &self.item {
            OrderItem::FreeVouchers { vouchers, .. } => vouchers.len(),
            OrderItem::FederationRegistration { .. } => 1,
        }
    }
}

/// Record the payment that the provider made for an order.
#[derive(Debug, Clone)]
pub struct StartPayment {
    /// The order.
    pub order: OrderId,
    /// The provider's id.
    pub payment: String,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// How a payment ended, as the provider says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PaymentOutcome {
    Paid,
    Failed,
    Cancelled,
    Expired,
}

/// A payment as the provider shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentSeen {
    /// The provider's id.
    pub id: String,
    /// Its amount in euro cents.
    pub amount_cents: i64,
}

/// End an order as its payment ended. Repeats and late messages are successes without events.
#[derive(Debug, Clone)]
pub struct SettleOrder {
    /// The order that the payment names.
    pub order: OrderId,
    /// The payment; none when the provider was never asked for one.
    pub payment: Option<PaymentSeen>,
    /// How it ended.
    pub outcome: PaymentOutcome,
    /// The day of payment in Europe/Amsterdam: a voucher's term starts there.
    pub day: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Record that money was paid back.
#[derive(Debug, Clone)]
pub struct RecordRefund {
    /// The order.
    pub order: OrderId,
    /// The payment that was paid back.
    pub payment: String,
    /// Paid back, or taken back.
    pub kind: RefundKind,
    /// All that was paid back in this way so far, in euro cents.
    pub total_cents: i64,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Any command.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each variant holds the command of its name")]
pub enum Command {
    BookRound(BookRound),
    AddPlayers(AddPlayers),
    CancelPlace(CancelPlace),
    CancelGroup(CancelGroup),
    RemovePlayer(RemovePlayer),
    StartSubscription(StartSubscription),
    GrantVoucher(GrantVoucher),
    PlaceOrder(PlaceOrder),
    StartPayment(StartPayment),
    SettleOrder(SettleOrder),
    RecordRefund(RecordRefund),
    CancelForPlayers(CancelForPlayers),
    ReturnForfeitedRight(ReturnForfeitedRight),
    ChangeDay(ChangeDay),
    SwapPlayer(SwapPlayer),
    JoinWaitingList(JoinWaitingList),
    LeaveWaitingList(LeaveWaitingList),
    DeclineOffer(DeclineOffer),
    TakeOffer(TakeOffer),
    OfferFreePlaces(OfferFreePlaces),
}

impl Command {
    /// Every kind of command, in the order of [`Command::kind`].
    pub const KINDS: [&'static str; 20] = [
        "BookRound",
        "AddPlayers",
        "CancelPlace",
        "CancelGroup",
        "RemovePlayer",
        "StartSubscription",
        "GrantVoucher",
        "PlaceOrder",
        "StartPayment",
        "SettleOrder",
        "RecordRefund",
        "CancelForPlayers",
        "ReturnForfeitedRight",
        "ChangeDay",
        "SwapPlayer",
        "JoinWaitingList",
        "LeaveWaitingList",
        "DeclineOffer",
        "TakeOffer",
        "OfferFreePlaces",
    ];

    /// The place of this command's name among [`Command::KINDS`].
    pub(crate) const fn kind(&self) -> usize {
        match self {
            Self::BookRound(_) => 0,
            Self::AddPlayers(_) => 1,
            Self::CancelPlace(_) => 2,
            Self::CancelGroup(_) => 3,
            Self::RemovePlayer(_) => 4,
            Self::StartSubscription(_) => 5,
            Self::GrantVoucher(_) => 6,
            Self::PlaceOrder(_) => 7,
            Self::StartPayment(_) => 8,
            Self::SettleOrder(_) => 9,
            Self::RecordRefund(_) => 10,
            Self::CancelForPlayers(_) => 11,
            Self::ReturnForfeitedRight(_) => 12,
            Self::ChangeDay(_) => 13,
            Self::SwapPlayer(_) => 14,
            Self::JoinWaitingList(_) => 15,
            Self::LeaveWaitingList(_) => 16,
            Self::DeclineOffer(_) => 17,
            Self::TakeOffer(_) => 18,
            Self::OfferFreePlaces(_) => 19,
        }
    }

    /// What it is called in metrics and traces.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        Self::KINDS[self.kind()]
    }
}

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
