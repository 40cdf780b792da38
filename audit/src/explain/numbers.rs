//! The numbers that each rule is evaluated on, as text.

use chrono::Datelike;
use fairway_events::{Holes, PlayRight};

use super::inputs::{Inputs, PlayerInput};
use crate::dates;
use crate::description::counted;
use crate::rulebook::{
    Check, Holdings, Outcome, Pass, Rule, Voucher, club, club_maximum, one_round, rights, window,
};

/// The numbers of one rule, the most important line first.
pub(super) fn for_check(check: &Check, inputs: &Inputs) -> Vec<String> {
    let player = inputs.players.iter().find(|player| Some(player.member.id) == check.player);
    match (check.rule, player) {
        (Rule::Window, _) => {
            let today = inputs.at.day();
            let (first, last) = (dates::day(today), dates::day(window::last_bookable(today)));
            vec![format!("bookable on {first}: that day to {last}")]
        }
        (Rule::Holes, _) => vec![format!("offers {} holes", lengths(&inputs.club.holes))],
        (Rule::Open, _) => vec![opening(inputs)],
        (Rule::Capacity, _) => vec![capacity(inputs)],
        (Rule::OneRoundADay, Some(player)) => one_round_a_day(player, inputs),
        (Rule::ClubMaximum, Some(player)) => vec![maximum(player, inputs)],
        (Rule::PlayRight, Some(player)) => play_rights(check, player, inputs),
        (Rule::OneRoundADay | Rule::ClubMaximum | Rule::PlayRight, None) => vec![],
    }
}

fn lengths(holes: &[Holes]) -> String {
    let all: Vec<String> = holes.iter().map(ToString::to_string).collect();
    all.join(" and ")
}

fn opening(inputs: &Inputs) -> String {
    let (terms, date) = (&inputs.club, inputs.date);
    if let Some(notice) = &inputs.day.closed {
        return format!("an operator or the club closed {}: {notice}", dates::day(date));
    }
    if let Some((_, reason)) = terms.closures.iter().find(|(closed, _)| *closed == date) {
        return format!("closed on {}: {reason}", dates::day(date));
    }
    let weekdays: Vec<String> = terms.closed_weekdays.iter().map(ToString::to_string).collect();
    match (weekdays.is_empty(), terms.closed_weekdays.contains(&date.weekday())) {
        (true, _) => "open every day of the week, no closure on that date".to_owned(),
        (false, false) => format!("closed on {} only, no closure on that date", weekdays.join(", ")),
        (false, true) => format!("closed on {}", weekdays.join(", ")),
    }
}

fn capacity(inputs: &Inputs) -> String {
    let (taken, held) = (inputs.day.taken(), inputs.day.held(inputs.at.instant));
    let wanted = u32::try_from(inputs.players.len()).unwrap_or(u32::MAX);
    let capacity = inputs.club.capacity_on(inputs.day.capacity);
    match (capacity, club::free_places(capacity, taken + held)) {
        (Some(capacity), Some(free)) => {
            let held = if held == 0 { String::new() } else { format!(", {held} held for waiting groups") };
            let in_turn = inputs.day.smallest_in_turn.filter(|waiting| *waiting <= free && free > 0);
            let in_turn = in_turn.map_or_else(String::new, |waiting| {
                format!(", and a waiting group of {waiting} comes first")
            });
            format!("{taken} of {capacity} places taken{held}, {free} free, {wanted} wanted{in_turn}")
        }
        (None, _) | (_, None) => format!("{} taken, no limit", counted(taken, "place", "places")),
    }
}

fn one_round_a_day(player: &PlayerInput, inputs: &Inputs) -> Vec<String> {
    let rounds: Vec<String> = one_round::rounds_on(&player.member.holdings, inputs.date)
        .flat_map(|claim| {
            [
                format!("plays {} holes at {} that day", claim.holes, inputs.names.club(&claim.club)),
                format!("booking {}, since position {}", claim.booking, claim.position),
            ]
        })
        .collect();
    if rounds.is_empty() { vec!["no other round that day".to_owned()] } else { rounds }
}

fn maximum(player: &PlayerInput, inputs: &Inputs) -> String {
    let year = inputs.date.year();
    let rounds = club_maximum::rounds(&player.member.holdings, &inputs.club.id, year);
    format!("{rounds} of {} rounds at this club in {year}", inputs.club.max_plays_per_year)
}

/// Every pass and voucher, with the one that would be used first.
fn play_rights(check: &Check, player: &PlayerInput, inputs: &Inputs) -> Vec<String> {
    let holdings = &player.member.holdings;
    let would_use = |right: &PlayRight| match (right, &check.right) {
        (
            PlayRight::Subscription { subscription: one },
            Some(PlayRight::Subscription { subscription: other }),
        ) => one == other,
        (PlayRight::Voucher { voucher: one, .. }, Some(PlayRight::Voucher { voucher: other, .. })) => {
            one == other
        }
        (PlayRight::Subscription { .. } | PlayRight::Voucher { .. }, _) => false,
    };
    let mut lines: Vec<(Usability, String)> = Vec::new();
    let mut add = |right: &PlayRight, (line, objections): (String, Vec<String>)| {
        lines.push(match (would_use(right), objections.is_empty()) {
            (true, _) => (Usability::Used, format!("{line}  ← would be used")),
            (false, true) => (Usability::Usable, line),
            (false, false) => (Usability::Unusable, format!("{line} ({})", objections.join(", "))),
        });
    };
    for pass in &holdings.passes {
        add(&PlayRight::Subscription { subscription: pass.id }, about_pass(pass, holdings, inputs));
    }
    for voucher in &holdings.vouchers {
        let right = PlayRight::Voucher { voucher: voucher.id, title: voucher.title.clone() };
        add(&right, about_voucher(voucher, holdings, inputs));
    }
    if lines.is_empty() {
        return vec!["no pass and no voucher".to_owned()];
    }
    lines.sort_by_key(|(usability, _)| *usability);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The order in which rights are listed; the sort is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Usability {
    Used,
    Usable,
    Unusable,
}

/// A pass, and the reasons why it cannot be used.
fn about_pass(pass: &Pass, holdings: &Holdings, inputs: &Inputs) -> (String, Vec<String>) {
    let date = inputs.date;
    let term = dates::period(pass.startdate, pass.enddate);
    if !rights::covers(pass, date) {
        return (format!("pass “{}”, {term}", pass.name), vec!["does not cover the date".to_owned()]);
    }
    let used = rights::used(holdings, pass);
    let month = pass.per_month.map_or_else(String::new, |limit| {
        let used = rights::used_in_month(holdings, pass, date);
        format!(", {used} of {limit} in {}", dates::month(date))
    });
    let mut objections = Vec::new();
    if !rights::has_left(holdings, pass, date) {
        objections.push("used up".to_owned());
    }
    if inputs.holes > pass.max_holes {
        objections.push(format!("for {} holes at most", pass.max_holes));
    }
    let (name, max, holes) = (&pass.name, pass.max, pass.max_holes);
    (format!("pass “{name}”, {term}, up to {holes} holes: {used} of {max} used{month}"), objections)
}

/// A voucher, and the reasons why it cannot be used.
fn about_voucher(voucher: &Voucher, holdings: &Holdings, inputs: &Inputs) -> (String, Vec<String>) {
    let mut objections = Vec::new();
    match rights::use_of(holdings, voucher) {
        Some(claim) if claim.outcome == Outcome::Forfeited => {
            objections.push(format!("forfeited on {}", dates::day(claim.play_date)));
        }
        Some(claim) => objections.push(format!("used for {}", dates::day(claim.play_date))),
        None => {}
    }
    if voucher.expires < inputs.date {
        objections.push("expired by then".to_owned());
    }
    if voucher.holes < inputs.holes {
        objections.push(format!("for {} holes only", voucher.holes));
    }
    let until = dates::day(voucher.expires);
    (format!("voucher “{}”, {} holes, until {until}", voucher.title, voucher.holes), objections)
}
