//! docs/domain.md §3, "Reasons": the literal Dutch sentences that members read, and a stable code for each.

use std::fmt;

use chrono::{Datelike, NaiveDate, Weekday};
use fairway_events::{Holes, dutch};

/// Why a round cannot be booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The caller has to fill in their profile first.
    ProfileIncomplete,
    /// The date is in the past.
    Past,
    /// The date is after the booking window.
    NotYet,
    /// The club offers no rounds of this length.
    HolesNotOffered(Holes),
    /// The club is closed; with the club's own reason.
    Closed(String),
    /// The club is closed on that day of the week.
    ClosedOnWeekday(Weekday),
    /// No place is left.
    Full,
    /// Too few places are left.
    FewPlaces(u32),
    /// The player has a round that day.
    AlreadyPlays,
    /// The player reached the club's maximum of rounds in a year.
    ClubMaximum(u32),
    /// The pass is for shorter rounds.
    LevelTooLow(Holes),
    /// The player only has vouchers for shorter rounds.
    OnlyShorterVoucher(Holes),
    /// The rights of the pass are used up, for the month or the term; with the play date.
    UsedUp(NaiveDate),
    /// None of the player's rights is valid on the date.
    NotCovered,
    /// The player has no play rights.
    NoSubscription,
}

/// The code of every refusal, in the order of the variants.
pub const REFUSAL_CODES: [&str; 15] = [
    "profile_incomplete",
    "date_past",
    "date_after_window",
    "club_lacks_holes",
    "club_closed",
    "club_closed_on_weekday",
    "club_full",
    "club_few_places",
    "player_already_plays",
    "player_club_maximum",
    "player_level_too_low",
    "player_only_shorter_voucher",
    "player_used_up",
    "player_not_covered",
    "player_no_subscription",
];

impl Refusal {
    /// The stable code, the same as in logs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::ProfileIncomplete => "profile_incomplete",
            Self::Past => "date_past",
            Self::NotYet => "date_after_window",
            Self::HolesNotOffered(_) => "club_lacks_holes",
            Self::Closed(_) => "club_closed",
            Self::ClosedOnWeekday(_) => "club_closed_on_weekday",
            Self::Full => "club_full",
            Self::FewPlaces(_) => "club_few_places",
            Self::AlreadyPlays => "player_already_plays",
            Self::ClubMaximum(_) => "player_club_maximum",
            Self::LevelTooLow(_) => "player_level_too_low",
            Self::OnlyShorterVoucher(_) => "player_only_shorter_voucher",
            Self::UsedUp(_) => "player_used_up",
            Self::NotCovered => "player_not_covered",
            Self::NoSubscription => "player_no_subscription",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProfileIncomplete => f.write_str(
                "Je profiel is nog niet compleet. Vul eerst je profiel aan, dan kun je reserveren.",
            ),
            Self::Past => f.write_str("Deze datum ligt in het verleden"),
            Self::NotYet => f.write_str("Deze datum is nog niet te reserveren"),
            Self::HolesNotOffered(holes) => write!(f, "Deze baan biedt geen {holes} holes aan"),
            Self::Closed(reason) => f.write_str(reason),
            Self::ClosedOnWeekday(day) => write!(f, "De baan is op {} gesloten", dutch::weekday(*day)),
            Self::Full => f.write_str("De baan is op deze datum volgeboekt"),
            Self::FewPlaces(1) => f.write_str("Er is op deze datum nog maar 1 plaats vrij"),
            Self::FewPlaces(free) => write!(f, "Er zijn op deze datum nog maar {free} plaatsen vrij"),
            Self::AlreadyPlays => f.write_str("Heeft op deze datum al een reservering"),
            Self::ClubMaximum(1) => f.write_str("Heeft het maximum van 1 ronde op deze baan bereikt"),
            Self::ClubMaximum(n) => write!(f, "Heeft het maximum van {n} rondes op deze baan bereikt"),
            Self::LevelTooLow(holes) => write!(f, "Heeft een abonnement voor maximaal {holes} holes"),
            Self::OnlyShorterVoucher(holes) => write!(f, "Heeft alleen een voucher voor {holes} holes"),
            Self::UsedUp(date) => {
                let month = dutch::month(date.month()).unwrap_or_default();
                write!(f, "Heeft in {month} geen speelrechten meer")
            }
            Self::NotCovered => f.write_str("Heeft op deze datum geen geldig abonnement"),
            Self::NoSubscription => f.write_str("Heeft geen geldig abonnement"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed() {
        let refusals = [
            Refusal::ProfileIncomplete,
            Refusal::Past,
            Refusal::NotYet,
            Refusal::HolesNotOffered(Holes::Nine),
            Refusal::Closed(String::new()),
            Refusal::ClosedOnWeekday(Weekday::Mon),
            Refusal::Full,
            Refusal::FewPlaces(2),
            Refusal::AlreadyPlays,
            Refusal::ClubMaximum(2),
            Refusal::LevelTooLow(Holes::Nine),
            Refusal::OnlyShorterVoucher(Holes::Nine),
            Refusal::UsedUp(NaiveDate::MIN),
            Refusal::NotCovered,
            Refusal::NoSubscription,
        ];
        assert_eq!(refusals.map(|refusal| refusal.code()), REFUSAL_CODES);
    }
}
