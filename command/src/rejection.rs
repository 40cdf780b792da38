//! Every refusal of a command: the Dutch sentence that members read, a stable code for logs and tests, and the class
//! that the HTTP edge turns into a status. All aggregates and decisions refuse with this one type.

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Holes, MemberId, StartTime};
use serde::Serialize;

use crate::Reason;

mod class;
mod sentences;

pub use class::RejectionClass;
use sentences::{more_than_capacity, start_time_changed, subscription_claimed, voucher_maximum};

/// A round to come that uses a right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClaimedRound {
    /// The booking.
    pub booking: BookingId,
    /// The club.
    pub club: ClubId,
    /// The play date.
    pub play_date: NaiveDate,
}

/// Why a command was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Rejection {
    /// The round cannot be booked because of the date, the club or a player. A reason about a player starts
    /// with `Heeft` and says who it is about; the edge puts the first name in front.
    #[error(transparent)]
    Unbookable(#[from] Reason),
    /// The id of a booking, of a place or of a dispute is in use for something else.
    #[error("Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.")]
    IdTaken,

    /// There is no such booking or place, or it is none of the caller's business (docs/domain.md §3.8).
    #[error("Deze reservering is niet gevonden.")]
    ReservationNotFound,
    /// A group has at least one player.
    #[error("Kies minstens één speler.")]
    NoPlayers,
    /// A group has at most four players.
    #[error("Je kunt met maximaal 4 spelers reserveren.")]
    TooManyPlayers,
    /// Nobody plays twice in one group.
    #[error("Een speler kan maar één keer meedoen: verwijder de dubbele speler.")]
    PlayerTwice,
    /// The caller must be one of the players.
    #[error("Je moet zelf een van de spelers zijn.")]
    CallerNotAmongPlayers,
    /// More players than free slots.
    #[error("Het maximaal aantal spelers voor deze boeking is bereikt.")]
    NoFreeSlots {
        /// Slots left, 0..=3.
        free: usize,
    },
    /// Adding to a booking in which nobody plays any more.
    #[error("Deze reservering is geannuleerd. Maak een nieuwe reservering.")]
    BookingCancelled,
    /// Adding by a participant who cancelled their own place.
    #[error("Je hebt je eigen plaats geannuleerd en kunt daarom geen spelers meer toevoegen.")]
    CallerCancelled,
    /// Adding after the play date.
    #[error("De speeldatum is voorbij: je kunt geen spelers meer toevoegen.")]
    TooLateToAdd,
    /// Cancelling after the play date.
    #[error("De speeldatum is voorbij: annuleren kan niet meer.")]
    TooLateToCancel,
    /// Someone else's place cannot be cancelled as one's own.
    #[error(
        "Je kunt hier alleen je eigen reservering annuleren. De groepsleider kan een medespeler verwijderen."
    )]
    NotYourPlace,
    /// One's own place is cancelled, not removed.
    #[error("Je kunt jezelf niet verwijderen. Annuleer in plaats daarvan je eigen reservering.")]
    OwnPlace,
    /// Only the master cancels the group.
    #[error("Alleen de groepsleider kan de hele groep annuleren.")]
    OnlyMasterCancelsGroup,
    /// Only the master removes players.
    #[error("Alleen de groepsleider kan een medespeler verwijderen.")]
    OnlyMasterRemovesPlayers,
    /// Only the master swaps another player.
    #[error("Alleen de groepsleider kan een medespeler wisselen. Jezelf wisselen kan wel.")]
    OnlyMasterSwapsPlayers,
    /// Swapping after the play date.
    #[error("De speeldatum is voorbij: wisselen kan niet meer.")]
    TooLateToSwap,
    /// Swapping or missing a player whose place was cancelled or swapped.
    #[error("Deze speler doet al niet meer mee in deze reservering.")]
    PlayerLeft,
    /// Agreeing on a start time by a participant whose place was cancelled or swapped.
    #[error("Je speelt niet meer mee in deze ronde.")]
    CallerNotPlaying,
    /// Agreeing on a start time after the play date.
    #[error("De speeldatum is voorbij: de starttijd kan niet meer veranderen.")]
    TooLateToAgree,
    /// The start time is not the one that the member saw. The sentence starts with `Heeft`, where somebody changed it, and
    /// the edge says who.
    #[error("{}", start_time_changed(*.by, *.start_time))]
    StartTimeChanged {
        /// The player who wrote it down, or took it away.
        by: Option<MemberId>,
        /// The start time now.
        start_time: Option<StartTime>,
    },

    /// The right that the command would use is not available for the round any more.
    #[error("Dit speelrecht is niet meer beschikbaar. Probeer het opnieuw.")]
    RightUnavailable,
    /// Only a forfeited right can be given back.
    #[error("Dit speelrecht is niet vervallen, of al teruggegeven.")]
    RightNotForfeited,
    /// A club's day can be closed, limited and opened again until it is over.
    #[error("Deze dag is voorbij.")]
    DayOver,
    /// The rounds that a change of a club's day meets are not those that were seen.
    #[error("De reserveringen op deze dag zijn intussen veranderd.")]
    DayChanged,
    /// A club says how its course is on the day itself.
    #[error("Je meldt de baan alleen voor vandaag.")]
    NotToday,
    /// A season pass ends on the day that it starts, or later.
    #[error("De einddatum van een abonnement ligt niet voor de startdatum.")]
    SubscriptionEndsBeforeStart,
    /// The member has no such season pass.
    #[error("Dit abonnement is niet gevonden.")]
    SubscriptionNotFound,
    /// A season pass is withdrawn while no round to come uses it.
    #[error("{}", subscription_claimed(.rounds))]
    SubscriptionClaimed {
        /// Those rounds, by their day.
        rounds: Vec<ClaimedRound>,
    },
    /// A right of the season pass was played or forfeited.
    #[error("Met dit abonnement is al gespeeld.")]
    SubscriptionUsed,
    /// Free vouchers are for holders of a subscription that covers today.
    #[error("Vrije vouchers zijn er voor leden met een lopend abonnement.")]
    NoCurrentSubscription,
    /// Fewer free vouchers may be bought this year, if any.
    #[error("{}", voucher_maximum(*.left))]
    VoucherMaximum {
        /// How many still may.
        left: u32,
    },
    /// The member is registered for that year.
    #[error("Je hebt voor {year} al een NGF-registratie.")]
    AlreadyRegistered {
        /// The federation's year.
        year: i32,
    },

    /// There is no such voucher, or it is another member's.
    #[error("Deze voucher is niet gevonden.")]
    VoucherNotFound,
    /// The voucher's id is in use for another voucher. Ids are made by the server.
    #[error("Er ging iets mis met het vouchernummer. Probeer het opnieuw.")]
    VoucherIdTaken,
    /// Another place consumed it.
    #[error("Deze voucher is al gebruikt.")]
    VoucherAlreadyUsed,
    /// It was taken back.
    #[error("Deze voucher is ingetrokken.")]
    VoucherWithdrawn,
    /// An order paid for it, and paying that back withdraws it.
    #[error("Deze voucher is gekocht: betaal de bestelling terug.")]
    VoucherBought,
    /// It expires before the play date.
    #[error("Deze voucher is op de speeldatum verlopen.")]
    VoucherExpired,
    /// It is for shorter rounds.
    #[error("Deze voucher is voor maximaal {holes} holes.")]
    VoucherTooShort {
        /// The longest round that it allows.
        holes: Holes,
    },

    /// There is no such group on the list, or the caller is none of its players.
    #[error("Deze groep staat niet op de wachtlijst.")]
    WaitingGroupNotFound,
    /// Nobody waits for a day on which there is room for them.
    #[error("Er is plaats: je kunt gewoon reserveren.")]
    RoomOnDay,
    /// The group is larger than the day ever has places.
    #[error("{}", more_than_capacity(*.capacity))]
    MoreThanCapacity {
        /// Active places at most.
        capacity: u32,
    },
    /// The group waits and has no offer.
    #[error("Er is nu geen aanbod voor jullie; jullie staan nog op de wachtlijst.")]
    NoOffer,
    /// The offer has lapsed or was declined.
    #[error("Dit aanbod geldt niet meer; jullie staan nog op de wachtlijst.")]
    OfferLapsed,
    /// The places are taken already.
    #[error("Jullie hebben deze plaatsen al.")]
    OfferTaken,
    /// Fewer places are left than were offered.
    #[error("Deze plaatsen zijn net weg; jullie staan nog op de wachtlijst.")]
    PlacesTakenMeanwhile,
    /// The group was taken off the list.
    #[error("Jullie staan niet meer op de wachtlijst.")]
    NotWaiting,

    /// The club's list has no arrival for that place.
    #[error("Deze aankomst is niet gevonden.")]
    ArrivalNotFound,
    /// The club has received a player whose place would end.
    #[error("Wie al is aangekomen op de baan, houdt de plaats: annuleren en wisselen kan niet meer.")]
    PlayerHasArrived,
    /// The club's list has no irregular scan of that id.
    #[error("Deze scan is niet gevonden.")]
    ScanNotFound,
    /// A scan of an unknown code counts for nobody.
    #[error("Deze scan noemt geen speler en kan niet meetellen.")]
    ScanNamesNobody,
    /// Correcting a day that is to come.
    #[error("De speeldatum moet nog komen: corrigeren kan nog niet.")]
    CorrectionTooEarly,
    /// Correcting a day more than a week later.
    #[error("De speeldatum is te lang geleden: corrigeren kan niet meer.")]
    CorrectionTooLate,
    /// Missing a player before the day is over.
    #[error("De speeldatum is nog niet voorbij: een afwezigheid meld je vanaf de dag erna.")]
    AbsenceTooEarly,
    /// On a day without any scan nobody is known to have been absent.
    #[error("Op deze dag is niemand gescand: dan kun je ook geen afwezigheid melden.")]
    DayWithoutScans,
    /// Missing a player who arrived.
    #[error("Deze speler is aangekomen.")]
    HasArrived,
    /// The club's list has no such absence, or not of this member.
    #[error("Deze afwezigheid is niet gevonden.")]
    AbsenceNotFound,
    /// Objecting more than two weeks after the play date.
    #[error("Bezwaar maken kan tot en met 14 dagen na de speeldatum.")]
    ObjectionTooLate,

    /// A tariff cannot begin in a month that is closed, or before.
    #[error("Deze maand is al afgesloten: een tarief kan alleen later ingaan.")]
    TariffInClosedMonth,
    /// No tariff of the club is in force, so that nothing is owed.
    #[error("Er geldt hier nog geen tarief.")]
    NoTariff,
    /// Closing a month of which days are to come.
    #[error("Deze maand is nog niet voorbij.")]
    MonthNotOver,
    /// Months are closed one after the other.
    #[error("Deze maand is nog niet aan de beurt: sluit eerst de maanden ervoor af.")]
    MonthNotNext,
    /// The month was closed with other lines.
    #[error("Deze maand is al afgesloten.")]
    MonthAlreadyClosed,
    /// A tariff was set, or a dispute made or ended, since the statement was computed.
    #[error("De afrekening is intussen veranderd.")]
    SettlementChanged,
    /// Disputing a day that is to come.
    #[error("De speeldatum moet nog komen: bezwaar maken kan nog niet.")]
    DisputeTooEarly,
    /// Disputing a day after the month of the statement.
    #[error("Deze speeldatum staat niet op de afrekening van deze maand.")]
    DisputeAfterMonth,
    /// Disputing a statement more than 60 days after its month.
    #[error("Bezwaar maken kan tot en met 60 dagen nadat de maand is afgesloten.")]
    DisputeTooLate,
    /// A dispute of the same line, or of the same day's lines, is open.
    #[error("Hierover loopt al een bezwaar.")]
    AlreadyDisputed,
    /// The club has too many open disputes.
    #[error("Er lopen al 50 bezwaren: wacht tot er een is afgehandeld.")]
    TooManyDisputes,
    /// The club has no such dispute.
    #[error("Dit bezwaar is niet gevonden.")]
    DisputeNotFound,
    /// The dispute ended in another way.
    #[error("Dit bezwaar is al afgehandeld.")]
    DisputeAlreadyEnded,
    /// An adjustment is at most 10,000 euros, and of an accepted dispute.
    #[error("Een bedrag hoort bij een toegekend bezwaar en is hooguit € 10.000.")]
    AdjustmentNotAllowed,

    /// There is no such order.
    #[error("Deze bestelling is niet gevonden.")]
    OrderNotFound,
    /// The id, which follows from the request's idempotency key, is in use for another order.
    #[error("Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.")]
    OrderIdTaken,
    /// Nothing is ordered, or for nothing.
    #[error("Kies minstens één artikel.")]
    OrderEmpty,
    /// The order has ended: a new one is needed.
    #[error("Deze bestelling is gesloten. Begin opnieuw met bestellen.")]
    OrderClosed,
    /// Another payment belongs to the order.
    #[error("Deze betaling hoort niet bij deze bestelling.")]
    OtherPayment,
    /// The payment's amount is not the order's.
    #[error("Het betaalde bedrag is niet dat van de bestelling.")]
    OtherAmount,
    /// Nothing was paid, so that nothing can be paid back.
    #[error("Deze bestelling is niet betaald.")]
    OrderNotPaid,
    /// Money of it went back already, or is to go back.
    #[error("Van deze bestelling is al geld terugbetaald.")]
    OrderAlreadyRefunded,
    /// A registration was passed on to the federation, and stays.
    #[error("Een NGF-registratie is doorgegeven aan de federatie en wordt niet terugbetaald.")]
    RegistrationNotRefunded,
}

impl Rejection {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unbookable(reason) => reason.code(),
            Self::IdTaken | Self::VoucherIdTaken => "id_taken",
            Self::ReservationNotFound => "reservation_not_found",
            Self::NoPlayers => "no_players",
            Self::TooManyPlayers => "too_many_players",
            Self::PlayerTwice => "player_twice",
            Self::CallerNotAmongPlayers => "caller_not_among_players",
            Self::NoFreeSlots { .. } => "no_free_slots",
            Self::BookingCancelled => "booking_cancelled",
            Self::CallerCancelled => "caller_cancelled",
            Self::TooLateToAdd => "too_late_to_add",
            Self::TooLateToCancel => "too_late_to_cancel",
            Self::NotYourPlace => "not_your_place",
            Self::OwnPlace => "own_place",
            Self::OnlyMasterCancelsGroup => "only_master_cancels_group",
            Self::OnlyMasterRemovesPlayers => "only_master_removes_players",
            Self::OnlyMasterSwapsPlayers => "only_master_swaps_players",
            Self::TooLateToSwap => "too_late_to_swap",
            Self::PlayerLeft => "player_left",
            Self::CallerNotPlaying => "caller_not_playing",
            Self::TooLateToAgree => "too_late_to_agree",
            Self::StartTimeChanged { .. } => "start_time_changed",
            Self::RightUnavailable => "right_gone",
            Self::RightNotForfeited => "right_not_forfeited",
            Self::DayOver => "day_over",
            Self::DayChanged => "day_changed",
            Self::NotToday => "not_today",
            Self::SubscriptionEndsBeforeStart => "subscription_ends_before_start",
            Self::SubscriptionNotFound => "subscription_not_found",
            Self::SubscriptionClaimed { .. } => "subscription_claimed",
            Self::SubscriptionUsed => "subscription_used",
            Self::NoCurrentSubscription => "no_current_subscription",
            Self::VoucherMaximum { .. } => "voucher_maximum",
            Self::AlreadyRegistered { .. } => "already_registered",
            Self::VoucherNotFound => "voucher_not_found",
            Self::VoucherAlreadyUsed => "voucher_already_used",
            Self::VoucherWithdrawn => "voucher_withdrawn",
            Self::VoucherBought => "voucher_bought",
            Self::VoucherExpired => "voucher_expired",
            Self::VoucherTooShort { .. } => "voucher_too_short",
            Self::WaitingGroupNotFound => "waiting_group_not_found",
            Self::RoomOnDay => "room_on_day",
            Self::MoreThanCapacity { .. } => "more_than_capacity",
            Self::NoOffer => "no_offer",
            Self::OfferLapsed => "offer_lapsed",
            Self::OfferTaken => "offer_taken",
            Self::PlacesTakenMeanwhile => "offer_outrun",
            Self::NotWaiting => "not_waiting",
            Self::ArrivalNotFound => "arrival_not_found",
            Self::PlayerHasArrived => "player_has_arrived",
            Self::ScanNotFound => "scan_not_found",
            Self::ScanNamesNobody => "scan_names_nobody",
            Self::CorrectionTooEarly => "correction_too_early",
            Self::CorrectionTooLate => "correction_too_late",
            Self::AbsenceTooEarly => "absence_too_early",
            Self::DayWithoutScans => "day_without_scans",
            Self::HasArrived => "has_arrived",
            Self::AbsenceNotFound => "absence_not_found",
            Self::ObjectionTooLate => "objection_too_late",
            Self::TariffInClosedMonth => "tariff_in_closed_month",
            Self::NoTariff => "no_tariff",
            Self::MonthNotOver => "month_not_over",
            Self::MonthNotNext => "month_not_next",
            Self::MonthAlreadyClosed => "month_already_closed",
            Self::SettlementChanged => "settlement_changed",
            Self::DisputeTooEarly => "dispute_too_early",
            Self::DisputeAfterMonth => "dispute_after_month",
            Self::DisputeTooLate => "dispute_too_late",
            Self::AlreadyDisputed => "already_disputed",
            Self::TooManyDisputes => "too_many_disputes",
            Self::DisputeNotFound => "dispute_not_found",
            Self::DisputeAlreadyEnded => "dispute_already_ended",
            Self::AdjustmentNotAllowed => "adjustment_not_allowed",
            Self::OrderNotFound => "order_not_found",
            Self::OrderIdTaken => "order_id_taken",
            Self::OrderEmpty => "order_empty",
            Self::OrderClosed => "order_closed",
            Self::OtherPayment => "other_payment",
            Self::OtherAmount => "other_amount",
            Self::OrderNotPaid => "order_not_paid",
            Self::OrderAlreadyRefunded => "order_already_refunded",
            Self::RegistrationNotRefunded => "registration_not_refunded",
        }
    }
}
