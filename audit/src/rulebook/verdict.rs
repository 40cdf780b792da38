//! docs/domain.md §3, "Reasons": "Where several apply, the first of this order is given: date, club lacks the holes,
//! closure, capacity, plays already on that date, club maximum, rights." Of several players whom one kind of reason
//! concerns, the one who comes first in the request is named.

use chrono::{Datelike, NaiveDate};
use fairway_events::{Holes, MemberId, PlayRight};

use super::{ClubTerms, Holdings, Refusal, club, club_maximum, one_round, rights, window};

/// A round that a member wants to book.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// Where.
    pub club: &'a ClubTerms,
    /// Active places that the club has on that date already.
    pub taken: u32,
    /// When.
    pub date: NaiveDate,
    /// How long.
    pub holes: Holes,
    /// The day on which it is asked, in Europe/Amsterdam.
    pub today: NaiveDate,
}

/// A player, and what they hold.
#[derive(Debug, Clone, Copy)]
pub struct Player<'a> {
    /// Who.
    pub member: MemberId,
    /// With what.
    pub holdings: &'a Holdings,
}

/// A rule that is looked at.
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
    /// The rule in a few words.
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

    /// Where docs/domain.md has it.
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

/// What one rule says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The rule.
    pub rule: Rule,
    /// The player whom it is about; none: it is about the date or the club.
    pub player: Option<MemberId>,
    /// The right to consume, where the rule is about that.
    pub right: Option<PlayRight>,
    /// Why the rule refuses; none: it does not.
    pub refusal: Option<Refusal>,
}

/// Every rule in the order of the reasons, also those behind the first that says no.
#[must_use]
pub fn checks(question: &Question<'_>, players: &[Player<'_>]) -> Vec<Check> {
    let Question { club, taken, date, holes, today } = *question;
    let about_club =
        |rule, found: Result<(), Refusal>| Check { rule, player: None, right: None, refusal: found.err() };
    let wanted = u32::try_from(players.len()).unwrap_or(u32::MAX);
    let mut all = vec![
        about_club(Rule::Window, window::check(date, today)),
        about_club(Rule::Holes, club::check_holes(club, holes)),
        about_club(Rule::Open, club::check_open(club, date)),
        about_club(Rule::Capacity, club::check_capacity(club, taken, wanted)),
    ];
    let about = |rule, player: &Player<'_>, found: Result<Option<PlayRight>, Refusal>| {
        let (right, refusal) = match found {
            Ok(right) => (right, None),
            Err(refusal) => (None, Some(refusal)),
        };
        Check { rule, player: Some(player.member), right, refusal }
    };
    all.extend(players.iter().map(|player| {
        about(Rule::OneRoundADay, player, one_round::check(player.holdings, date).map(|()| None))
    }));
    all.extend(players.iter().map(|player| {
        let found = club_maximum::check(player.holdings, &club.id, club.max_plays_per_year, date.year());
        about(Rule::ClubMaximum, player, found.map(|()| None))
    }));
    all.extend(players.iter().map(|player| {
        about(Rule::PlayRight, player, rights::right_for(player.holdings, date, holes, today).map(Some))
    }));
    all
}

/// The right that each player would consume, in their order; or the first refusal and whom it is about.
pub type Verdict = Result<Vec<(MemberId, PlayRight)>, (Option<MemberId>, Refusal)>;

/// What all the checks together say.
///
/// # Errors
/// The first refusal.
pub fn verdict(checks: &[Check]) -> Verdict {
    let refused = checks.iter().find_map(|check| Some((check.player, check.refusal.clone()?)));
    match refused {
        Some(first) => Err(first),
        None => Ok(checks.iter().filter_map(|check| Some((check.player?, check.right.clone()?))).collect()),
    }
}
