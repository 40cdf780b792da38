//! A member's command, as far as the record of its refusal needs it.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_command::{About, Club, Command, Reason, Rejection};
use fairway_events::{BookingId, Holes, MemberId};
use fairway_store::refusals::NewRefusal;
use uuid::Uuid;

/// A command before it is decided. Cheap to make: most commands are not refused.
#[derive(Debug, Clone)]
pub struct Attempt {
    command: &'static str,
    about: About,
}

impl Attempt {
    /// Of this command.
    #[must_use]
    pub fn from_command(command: &Command) -> Self {
        Self { command: command.name(), about: command.about() }
    }

    /// To book a round, before the club and the players are known.
    #[must_use]
    pub fn to_book(play_date: NaiveDate, holes: Holes) -> Self {
        let about = About { play_date: Some(play_date), holes: Some(holes), ..About::default() };
        Self { command: "BookRound", about }
    }

    /// To add players to a booking, before they are known.
    #[must_use]
    pub fn to_add(booking: BookingId, play_date: NaiveDate) -> Self {
        Self { command: "AddPlayers", about: of_booking(booking, play_date) }
    }

    /// To swap a player of a booking, before the one who comes is known.
    #[must_use]
    pub fn to_swap(booking: BookingId, play_date: NaiveDate) -> Self {
        Self { command: "SwapPlayer", about: of_booking(booking, play_date) }
    }

    /// The same at a club.
    #[must_use]
    pub fn at(mut self, club: &Arc<Club>) -> Self {
        self.about.club = Some(Arc::clone(club));
        self
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
        let About { booking, club, play_date, holes, players } = self.about;
        NewRefusal {
            id: of.id,
            at: of.at,
            member: of.member.0,
            command: self.command,
            rule,
            sentence,
            about: None,
            club: club.map(|club| club.id.0.clone()),
            play_date,
            holes: holes.map(|holes| i16::from(holes.count())),
            players: players.into_iter().map(|member| member.0).collect(),
            booking: booking.map(|booking| booking.0),
            request: of.request,
            by_operator: of.by_operator,
        }
    }
}

/// A refused command: its member, instant and request.
#[derive(Debug, Clone, Copy)]
pub struct Refused {
    /// The row's id.
    pub id: Uuid,
    /// When it was decided.
    pub at: chrono::DateTime<chrono::Utc>,
    /// The member who sent it.
    pub member: MemberId,
    /// The request.
    pub request: Uuid,
    /// Whether an operator worked under the member's account.
    pub by_operator: bool,
}

fn of_booking(booking: BookingId, play_date: NaiveDate) -> About {
    About { booking: Some(booking), play_date: Some(play_date), ..About::default() }
}
