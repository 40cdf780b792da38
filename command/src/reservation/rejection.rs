//! What a booking refuses, in the words that members read.

use fairway_events::MemberId;
use serde::Serialize;

use crate::RejectionClass;

/// Why a booking stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum ReservationRejection {
    /// There is no such booking or place, or it is none of the caller's business (docs/domain.md §3.8).
    #[error("Deze reservering is niet gevonden.")]
    NotFound,
    /// A group has at least one player.
    #[error("Kies minstens één speler.")]
    NoPlayers,
    /// A group has at most four players.
    #[error("Je kunt met maximaal 4 spelers reserveren.")]
    TooManyPlayers,
    /// Nobody plays twice in one group.
    #[error("Een speler kan maar één keer meedoen: haal de dubbele speler weg.")]
    PlayerTwice,
    /// Who books, plays.
    #[error("Je moet zelf een van de spelers zijn.")]
    CallerNotAmongPlayers,
    /// The id of the booking or of a place is in use for something else. Ids are made by the server.
    #[error("Er ging iets mis met het reserveringsnummer, probeer het opnieuw.")]
    IdTaken,
    /// The player has an active place in this booking.
    #[error("Heeft op deze datum al een reservering")]
    AlreadyPlays {
        /// Who.
        member: MemberId,
    },
    /// More players than free slots.
    #[error("Het maximaal aantal spelers voor deze boeking is bereikt.")]
    NoFreeSlots {
        /// Slots left, 0..=3.
        free: usize,
    },
    /// Adding to a booking in which nobody plays any more.
    #[error("Deze reservering is geannuleerd. Maak een nieuwe reservering.")]
    Cancelled,
    /// Adding by a participant who gave up their own place.
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
}

impl ReservationRejection {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "reservation_not_found",
            Self::NoPlayers => "no_players",
            Self::TooManyPlayers => "too_many_players",
            Self::PlayerTwice => "player_twice",
            Self::CallerNotAmongPlayers => "caller_not_among_players",
            Self::IdTaken => "id_taken",
            Self::AlreadyPlays { .. } => "player_already_plays",
            Self::NoFreeSlots { .. } => "no_free_slots",
            Self::Cancelled => "booking_cancelled",
            Self::CallerCancelled => "caller_cancelled",
            Self::TooLateToAdd => "too_late_to_add",
            Self::TooLateToCancel => "too_late_to_cancel",
            Self::NotYourPlace => "not_your_place",
            Self::OwnPlace => "own_place",
            Self::OnlyMasterCancelsGroup => "only_master_cancels_group",
            Self::OnlyMasterRemovesPlayers => "only_master_removes_players",
        }
    }

    /// What kind of refusal it is.
    #[must_use]
    pub const fn class(&self) -> RejectionClass {
        match self {
            Self::NotFound => RejectionClass::NotFound,
            Self::NoPlayers | Self::TooManyPlayers | Self::PlayerTwice | Self::CallerNotAmongPlayers => {
                RejectionClass::Invalid
            }
            Self::NotYourPlace | Self::OnlyMasterCancelsGroup | Self::OnlyMasterRemovesPlayers => {
                RejectionClass::Forbidden
            }
            Self::IdTaken
            | Self::AlreadyPlays { .. }
            | Self::NoFreeSlots { .. }
            | Self::Cancelled
            | Self::CallerCancelled
            | Self::TooLateToAdd
            | Self::TooLateToCancel
            | Self::OwnPlace => RejectionClass::Conflict,
        }
    }
}
