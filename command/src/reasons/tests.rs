//! The sentences, letter by letter: members and browser tests read them.

use chrono::Weekday;
use uuid::Uuid;

use super::*;

#[test]
fn dates_say_why() {
    assert_eq!(DateReason::Past.to_string(), "Deze datum ligt in het verleden");
    assert_eq!(DateReason::NotYet.to_string(), "Deze datum is nog niet te reserveren");
}

#[test]
fn clubs_say_why() {
    for (reason, text) in [
        (ClubReason::HolesNotOffered { holes: Holes::Eighteen }, "Deze baan biedt geen 18 holes aan"),
        (ClubReason::HolesNotOffered { holes: Holes::Nine }, "Deze baan biedt geen 9 holes aan"),
        (ClubReason::Closed { reason: "Clubkampioenschap".to_owned() }, "Clubkampioenschap"),
        (ClubReason::ClosedOnWeekday { weekday: Weekday::Mon }, "De baan is op maandag gesloten"),
        (ClubReason::Full, "De baan is op deze datum volgeboekt"),
        (ClubReason::FewPlaces { free: 3 }, "Er zijn op deze datum nog maar 3 plaatsen vrij"),
        (ClubReason::FewPlaces { free: 1 }, "Er is op deze datum nog maar 1 plaats vrij"),
    ] {
        assert_eq!(reason.to_string(), text);
    }
}

#[test]
fn players_say_why() {
    let month = Month { year: 2026, month: 11 };
    for (reason, text) in [
        (PlayerReason::NoSubscription, "Heeft geen geldig abonnement"),
        (PlayerReason::NoRightsThisAndNextMonth, "Heeft deze en volgende maand geen speelrechten meer"),
        (PlayerReason::NotCovered, "Heeft op deze datum geen geldig abonnement"),
        (PlayerReason::UsedUp { month }, "Heeft in november geen speelrechten meer"),
        (PlayerReason::AlreadyPlays, "Heeft op deze datum al een reservering"),
        (PlayerReason::LevelTooLow { max_holes: Holes::Nine }, "Heeft een abonnement voor maximaal 9 holes"),
        (PlayerReason::OnlyShorterVoucher { holes: Holes::Nine }, "Heeft alleen een voucher voor 9 holes"),
        (PlayerReason::ClubMaximum { maximum: 4 }, "Heeft het maximum van 4 rondes op deze baan bereikt"),
        (PlayerReason::ClubMaximum { maximum: 1 }, "Heeft het maximum van 1 ronde op deze baan bereikt"),
    ] {
        assert_eq!(reason.to_string(), text);
    }
}

#[test]
fn a_reason_has_the_text_and_the_code_of_its_cause() {
    let player = Reason::Player { member: MemberId(Uuid::nil()), reason: PlayerReason::AlreadyPlays };
    for (reason, text, code) in [
        (Reason::from(DateReason::Past), "Deze datum ligt in het verleden", "date_past"),
        (Reason::from(ClubReason::Full), "De baan is op deze datum volgeboekt", "club_full"),
        (player, "Heeft op deze datum al een reservering", "player_already_plays"),
    ] {
        assert_eq!((reason.to_string().as_str(), reason.code()), (text, code));
    }
}
