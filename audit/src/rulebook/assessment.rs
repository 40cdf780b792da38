//! docs/domain.md §3, "Reasons": "The first that applies is given: date, club lacks the holes, closure, capacity, plays
//! already, club maximum, rights." If one kind of reason applies to several players, the first of them in the request is
//! named.

use chrono::{Datelike, NaiveDate};
use fairway_events::{Holes, MemberId, PlayRight};

use super::{ClubTerms, Holdings, Refusal, club, club_maximum, one_round, rights, window};

/// A round that a member wants to book.
#[derive(Debug, Clone, Copy)]
pub struct RoundRequest<'a> {
    /// The club.
    pub club: &'a ClubTerms,
    /// Active places that the club has on that date already.
    pub taken: u32,
    /// The notice with which the day was closed (docs/domain.md §3.17).
    pub closed: Option<&'a str>,
    /// Places of that day alone, as an operator limited it.
    pub capacity: Option<u32>,
    /// Places that are held for groups of the waiting list (docs/domain.md §3.19).
    pub held: u32,
    /// Players of the smallest group of the waiting list that is in turn.
    pub smallest_in_turn: Option<u32>,
    /// The play date.
    pub date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The current day, in Europe/Amsterdam.
    pub today: NaiveDate,
}

/// A player with their holdings.
#[derive(Debug, Clone, Copy)]
pub struct Player<'a> {
    /// The player.
    pub member: MemberId,
    /// The player's passes, vouchers and claims.
    pub holdings: &'a Holdings,
}

/// A rule that is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it; `section` says where each is written")]
pub enum Rule {
    Window,
    Holes,
    Open,
    Capacity,
    OneRoundADay,
    ClubMaximum,
    PlayRight,
}

impl Rule {
    /// The rule's title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Window => "booking window",
            Self::Holes => "length of round",
            Self::Open => "club open",
            Self::Capacity => "club day",
            Self::OneRoundADay => "one round a day",
            Self::ClubMaximum => "club maximum",
            Self::PlayRight => "play right",
        }
    }

    /// Its section of docs/domain.md.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::Window => "§1",
            Self::Holes | Self::Open | Self::Capacity => "§3.6",
            Self::OneRoundADay => "§3.2",
            Self::ClubMaximum => "§3.5",
            Self::PlayRight => "§3.3",
        }
    }
}

/// The result of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The rule.
    pub rule: Rule,
    /// The player that the rule was evaluated for; none: it is about the date or the club.
    pub player: Option<MemberId>,
    /// The right to consume; only of the rule about play rights.
    pub right: Option<PlayRight>,
    /// Why the rule refuses; none: it does not.
    pub refusal: Option<Refusal>,
}

/// Every rule in the order of the reasons, including the rules after the first refusal.
#[must_use]
pub fn checks(round: &RoundRequest<'_>, players: &[Player<'_>]) -> Vec<Check> {
    let RoundRequest { club, taken, closed, capacity, held, smallest_in_turn, date, holes, today } = *round;
    let club_check =
        |rule, found: Result<(), Refusal>| Check { rule, player: None, right: None, refusal: found.err() };
    let wanted = u32::try_from(players.len()).unwrap_or(u32::MAX);
    let mut all = vec![
        club_check(Rule::Window, window::check(date, today)),
        club_check(Rule::Holes, club::check_holes(club, holes)),
        club_check(Rule::Open, club::check_day_open(closed).and_then(|()| club::check_open(club, date))),
        club_check(
            Rule::Capacity,
            club::check_capacity(club.capacity_on(capacity), taken + held, wanted, smallest_in_turn),
        ),
    ];
    let player_check = |rule, player: &Player<'_>, found: Result<Option<PlayRight>, Refusal>| {
        let (right, refusal) = match found {
            Ok(right) => (right, None),
            Err(refusal) => (None, Some(refusal)),
        };
        Check { rule, player: Some(player.member), right, refusal }
    };
    all.extend(players.iter().map(|player| {
        player_check(Rule::OneRoundADay, player, one_round::check(player.holdings, date).map(|()| None))
    }));
    all.extend(players.iter().map(|player| {
        let found = club_maximum::check(player.holdings, &club.id, club.max_plays_per_year, date.year());
        player_check(Rule::ClubMaximum, player, found.map(|()| None))
    }));
    all.extend(players.iter().map(|player| {
        player_check(
            Rule::PlayRight,
            player,
            rights::right_for(player.holdings, date, holes, today).map(Some),
        )
    }));
    all
}

/// The right that each player would consume, in their order; or the first refusal with its player.
pub type Assessment = Result<Vec<(MemberId, PlayRight)>, (Option<MemberId>, Refusal)>;

/// The result of all checks together.
///
/// # Errors
/// The first refusal.
pub fn assessment(checks: &[Check]) -> Assessment {
    let refused = checks.iter().find_map(|check| Some((check.player, check.refusal.clone()?)));
    match refused {
        Some(first) => Err(first),
        None => Ok(checks.iter().filter_map(|check| Some((check.player?, check.right.clone()?))).collect()),
    }
}
