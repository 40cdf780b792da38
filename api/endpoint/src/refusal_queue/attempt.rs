//! What a member asked for, as far as the record of its refusal needs it.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_command::{Club, Command, NewPlace, Reason, Rejection};
use fairway_events::{BookingId, Holes, MemberId};
use fairway_store::refusals::NewRefusal;
use uuid::Uuid;

/// A command before it is decided. Cheap to make: most commands are not refused.
#[derive(Debug, Clone)]
pub struct Attempt {
    command: &'static str,
    club: Option<Arc<Club>>,
    play_date: Option<NaiveDate>,
    holes: Option<Holes>,
    players: Vec<MemberId>,
    booking: Option<Uuid>,
}

impl Attempt {
    /// Of this command.
    #[must_use]
    pub fn of(command: &Command) -> Self {
        let attempt = Self::to(command.name());
        match command {
            Command::BookRound(book) => Self {
                club: Some(Arc::clone(&book.club)),
                play_date: Some(book.play_date),
                holes: Some(book.holes),
                players: members(&book.players),
                ..attempt
            },
            Command::AddPlayers(add) => Self {
                club: Some(Arc::clone(&add.club)),
                play_date: Some(add.play_date),
                players: members(&add.players),
                booking: Some(add.booking.0),
                ..attempt
            },
            Command::SwapPlayer(swap) => Self {
                club: Some(Arc::clone(&swap.club)),
                play_date: Some(swap.play_date),
                players: vec![swap.player.member],
                booking: Some(swap.booking.0),
                ..attempt
            },
            Command::CancelPlace(cancel) => Self { booking: Some(cancel.booking.0), ..attempt },
            Command::CancelGroup(cancel) => Self { booking: Some(cancel.booking.0), ..attempt },
            Command::RemovePlayer(remove) => Self { booking: Some(remove.booking.0), ..attempt },
            Command::JoinWaitingList(join) => Self {
                club: Some(Arc::clone(&join.club)),
                play_date: Some(join.date),
                holes: Some(join.holes),
                players: join.players.clone(),
                ..attempt
            },
            Command::TakeOffer(take) => {
                Self { club: Some(Arc::clone(&take.club)), play_date: Some(take.date), ..attempt }
            }
            Command::LeaveWaitingList(leave) => Self { play_date: Some(leave.date), ..attempt },
            Command::DeclineOffer(decline) => Self { play_date: Some(decline.date), ..attempt },
            Command::StartSubscription(_)
            | Command::GrantVoucher(_)
            | Command::PlaceOrder(_)
            | Command::StartPayment(_)
            | Command::SettleOrder(_)
            | Command::RecordRefund(_)
            | Command::CancelForPlayers(_)
            | Command::ReturnForfeitedRight(_)
            | Command::ChangeDay(_)
            | Command::OfferFreePlaces(_) => attempt,
        }
    }

    const fn to(command: &'static str) -> Self {
        Self { command, club: None, play_date: None, holes: None, players: Vec::new(), booking: None }
    }

    /// To book a round, before the club and the players are known.
    #[must_use]
    pub fn to_book(play_date: NaiveDate, holes: Holes) -> Self {
        Self { play_date: Some(play_date), holes: Some(holes), ..Self::to("BookRound") }
    }

    /// To add players to a booking, before they are known.
    #[must_use]
    pub fn to_add(booking: BookingId, play_date: NaiveDate) -> Self {
        Self { booking: Some(booking.0), play_date: Some(play_date), ..Self::to("AddPlayers") }
    }

    /// To swap a player of a booking, before the one who comes is known.
    #[must_use]
    pub fn to_swap(booking: BookingId, play_date: NaiveDate) -> Self {
        Self { booking: Some(booking.0), play_date: Some(play_date), ..Self::to("SwapPlayer") }
    }

    /// The same at a club.
    #[must_use]
    pub fn at(self, club: &Arc<Club>) -> Self {
        Self { club: Some(Arc::clone(club)), ..self }
    }

    /// The record of its refusal by a rule of the domain.
    #[must_use]
    pub fn rejected(self, by: &Rejection, of: Refused) -> NewRefusal {
        let about = match by {
            Rejection::Unbookable(Reason::Player { member, .. }) => Some(member.0),
            _ => None,
        };
        NewRefusal { about, ..self.refused(by.code(), by.to_string(), of) }
    }

    /// The record of its refusal by another rule.
    #[must_use]
    pub fn refused(self, rule: &'static str, sentence: String, of: Refused) -> NewRefusal {
        NewRefusal {
            id: of.id,
            at: of.at,
            member: of.member.0,
            command: self.command,
            rule,
            sentence,
            about: None,
            club: self.club.map(|club| club.id.0.clone()),
            play_date: self.play_date,
            holes: self.holes.map(|holes| i16::from(holes.count())),
            players: self.players.into_iter().map(|member| member.0).collect(),
            booking: self.booking,
            request: of.request,
            by_operator: of.by_operator,
        }
    }
}

/// Whose command was refused, when, and in which request.
#[derive(Debug, Clone, Copy)]
pub struct Refused {
    /// The row's id.
    pub id: Uuid,
    /// When it was decided.
    pub at: chrono::DateTime<chrono::Utc>,
    /// Who asked.
    pub member: MemberId,
    /// The request.
    pub request: Uuid,
    /// Whether an operator worked under the member's account.
    pub by_operator: bool,
}

fn members(places: &[NewPlace]) -> Vec<MemberId> {
    places.iter().map(|place| place.member).collect()
}
