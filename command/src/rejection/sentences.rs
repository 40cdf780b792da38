//! The sentences of refusals that name days, numbers or a time.

use fairway_events::{MemberId, StartTime};

use super::ClaimedRound;

pub(super) fn subscription_claimed(rounds: &[ClaimedRound]) -> String {
    let days: Vec<String> =
        rounds.iter().map(|round| round.play_date.format("%d-%m-%Y").to_string()).collect();
    let (days, them) = match days.as_slice() {
        [first @ .., last] if !first.is_empty() => (format!("{} en {last}", first.join(", ")), "die rondes"),
        days => (days.concat(), "die ronde"),
    };
    format!("Met dit abonnement is gereserveerd op {days}: annuleer {them} eerst.")
}

pub(super) fn voucher_maximum(left: u32) -> String {
    match left {
        0 => "Je hebt dit jaar het maximale aantal vrije vouchers gekocht.".to_owned(),
        1 => "Je kunt dit jaar nog maar 1 vrije voucher kopen.".to_owned(),
        more => format!("Je kunt dit jaar nog maar {more} vrije vouchers kopen."),
    }
}

pub(super) fn more_than_capacity(capacity: u32) -> String {
    match capacity {
        0 => "Op deze dag zijn er geen plaatsen.".to_owned(),
        1 => "Op deze dag is er maar 1 plaats.".to_owned(),
        more => format!("Op deze dag zijn er maar {more} plaatsen."),
    }
}

pub(super) fn start_time_changed(by: Option<MemberId>, start_time: Option<StartTime>) -> String {
    match (by, start_time) {
        (Some(_), Some(time)) => format!("Heeft de starttijd intussen op {time} gezet."),
        (Some(_), None) => "Heeft de starttijd intussen weggehaald.".to_owned(),
        (None, _) => "Er is nog geen starttijd afgesproken.".to_owned(),
    }
}
