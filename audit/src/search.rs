//! Everything that an operator may mean by a text, for the field above every screen: ids as `subject` finds them, members
//! by name, by number or by the beginning of their address, a club's day by the club's name, and positions of the journal.

use std::collections::BTreeSet;

use anyhow::Result;
use chrono::NaiveDate;
use fairway_events::{ClubId, Position, StreamId};
use fairway_text::email;
use serde::Serialize;
use sqlx::PgPool;

use crate::club_terms;
use crate::dates;
use crate::labels::{Label, Labels};
use crate::names::Names;
use crate::subject::{self, Matches, Subject};

mod pattern;
mod sql;

/// Members that are found by name at most.
const MOST_MEMBERS: usize = 20;
/// Letters of a text at most; no id, name or address is longer.
const LONGEST: usize = 320;

/// The answer to a search.
#[derive(Debug, Serialize)]
pub struct Search {
    /// The kind that the text was taken for: `address`, `payment`, `id`, `booking number`, `day`, `name`, `position` or
    /// `number`.
    pub by: &'static str,
    /// The subjects, members by name in the order of their names.
    pub results: Vec<Hit>,
    /// The position in the journal that the text names.
    pub position: Option<Position>,
    /// The accepted forms of a text where nothing was found; or a note that there is more than is shown.
    pub message: Option<String>,
}

/// A subject that was found.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// `booking`, `member`, `voucher`, `order`, `club_day` or `waiting_list`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// A few words for it; with its id where it is not projected yet.
    pub title: String,
    /// Details that distinguish it from others, as text.
    pub detail: String,
}

/// The answer before its titles are read.
#[derive(Debug, Default)]
struct Found {
    by: &'static str,
    subjects: Vec<Subject>,
    position: Option<Position>,
    message: Option<String>,
}

/// Finds what a text may mean. A voucher's code is translated by the caller, which has the key that signs codes.
/// Fails when the database does not answer.
pub async fn search(pool: &PgPool, text: &str) -> Result<Search> {
    // The database refuses a NUL; no other control character is part of a name either.
    let text: String = text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    let found = find(pool, text.trim()).await?;
    let Found { by, subjects, position, message } = with_numbered(pool, text.trim(), found).await?;
    let mut names = Names::default();
    if !subjects.is_empty() {
        names = Names::of_clubs(pool).await?;
    }
    let streams: BTreeSet<StreamId> = subjects.iter().map(|subject| subject.0.clone()).collect();
    let labels = Labels::read(pool, &streams, &mut names).await?;
    let results = subjects.into_iter().map(|subject| {
        let Label { title, detail } = labels.label(&subject.0, &names);
        Hit { kind: subject.kind(), id: subject.id(), title, detail }
    });
    Ok(Search { by, results: results.collect(), position, message })
}

async fn find(pool: &PgPool, text: &str) -> Result<Found> {
    if let Some(position) = position_in(text) {
        let exists = sql::has_position(pool, position).await?;
        let why = format!("the journal has no position {position} yet");
        return Ok(Found {
            by: "position",
            position: exists.then_some(position),
            message: (!exists).then_some(why),
            ..Found::default()
        });
    }
    if let Some((club, date)) = text.strip_prefix(subject::WAITING_LIST).and_then(club_and_date) {
        return waiting_lists(pool, club, date).await;
    }
    if let Some((club, date)) = club_and_date(text) {
        return on_a_day(pool, club, date).await;
    }
    let by = match text {
        _ if text.contains('@') => "address",
        _ if text.starts_with("tr_") => "payment",
        _ => "id",
    };
    let why = match subject::find_all(pool, text).await? {
        Ok(Matches { subjects, has_more, is_number }) => {
            let by = if is_number { "booking number" } else { by };
            let message =
                has_more.then(|| "there are more ids with these digits: give more of them".to_owned());
            return Ok(Found { by, subjects, message, position: None });
        }
        Err(why) => why,
    };
    // A number that is no id is a position, however long it is.
    if let Ok(position) = text.parse()
        && sql::has_position(pool, position).await?
    {
        return Ok(Found { by: "position", position: Some(position), ..Found::default() });
    }
    if by != "id" {
        return Ok(Found { by, message: Some(why), ..Found::default() });
    }
    let mut subjects = by_name(pool, text).await?;
    let message = if subjects.is_empty() {
        let more = "a member's name or the beginning of an address, a member's number, a voucher's code, a club and a date (wilgenhoek \
                    2026-11-28) or a position (#4812)";
        Some(format!(
            "nothing is known under “{text}”: give {}, {more}",
            subject::ACCEPTED.replace(" or a club's", ", a club's")
        ))
    } else if subjects.len() > MOST_MEMBERS {
        subjects.truncate(MOST_MEMBERS);
        Some(format!("the first {MOST_MEMBERS} members by name are shown: write more of the name"))
    } else {
        None
    };
    Ok(Found { by: "name", subjects, message, position: None })
}

/// The member with this number comes first: it may look like an id or a position.
async fn with_numbered(pool: &PgPool, text: &str, mut found: Found) -> Result<Found> {
    let Some(member) = sql::member_numbered(pool, text).await? else { return Ok(found) };
    let subject = Subject(StreamId::Membership(member));
    if found.subjects.is_empty() {
        (found.by, found.message) = ("number", None);
    }
    found.subjects.retain(|other| *other != subject);
    found.subjects.insert(0, subject);
    Ok(found)
}

/// `#4812`, or a number that is too short for an id.
fn position_in(text: &str) -> Option<Position> {
    let position = match text.strip_prefix('#') {
        Some(number) => number.parse(),
        None if text.len() < subject::MINIMUM => text.parse(),
        None => return None,
    };
    position.ok().filter(|position| *position > 0)
}

/// A club and a date, in either order: `wilgenhoek 2026-11-28`.
fn club_and_date(text: &str) -> Option<(&str, NaiveDate)> {
    let separators = |letter: char| letter.is_whitespace() || letter == ',' || letter == '/';
    let last = text.rsplit_once(separators);
    let first = text.split_once(separators).map(|(date, club)| (club, date));
    last.into_iter().chain(first).find_map(|(club, date)| {
        let club = club.trim_matches(separators);
        Some((club, date.trim().parse().ok()?)).filter(|_| !club.is_empty())
    })
}

async fn on_a_day(pool: &PgPool, club: &str, date: NaiveDate) -> Result<Found> {
    let clubs = club_terms::called(pool, club).await?;
    let message = clubs.is_empty().then(|| format!("no club is called “{club}”"));
    let subjects = clubs.into_iter().map(|(id, _)| Subject(StreamId::CourseDay(ClubId(id), date))).collect();
    Ok(Found { by: "day", subjects, message, position: None })
}

/// The waiting lists of a day at the clubs with this name. Every club and day has an id for one, so that a list exists where
/// somebody began to wait.
async fn waiting_lists(pool: &PgPool, club: &str, date: NaiveDate) -> Result<Found> {
    let clubs = club_terms::called(pool, club).await?;
    let lists: Vec<StreamId> =
        clubs.iter().map(|(id, _)| StreamId::WaitingList(ClubId(id.clone()), date)).collect();
    let begun = sql::begun_waiting_lists(pool, &lists).await?;
    let subjects: Vec<Subject> =
        lists.into_iter().filter(|list| begun.contains(&list.aggregate_id())).map(Subject).collect();
    let message = match (clubs.is_empty(), subjects.is_empty()) {
        (true, _) => Some(format!("no club is called “{club}”")),
        (false, true) => Some(format!("no list on that day: nobody has waited for {}", dates::day(date))),
        (false, false) => None,
    };
    Ok(Found { by: "id", subjects, message, position: None })
}

/// Members whose full name contains every word of the text, or whose address begins with it; one more than is shown.
async fn by_name(pool: &PgPool, text: &str) -> Result<Vec<Subject>> {
    let patterns = pattern::of_words(text);
    if patterns.is_empty() {
        return Ok(Vec::new());
    }
    let members = sql::members_called(pool, &patterns, &email::canonical(text), MOST_MEMBERS + 1).await?;
    Ok(members.into_iter().map(|member| Subject(StreamId::Membership(member))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_number_is_a_position_and_a_long_one_may_be_an_id() {
        assert_eq!(position_in("#4812"), Some(4812));
        assert_eq!(position_in("4812"), Some(4812));
        assert_eq!(position_in("#12345678"), Some(12_345_678));
        for text in ["12345678", "0", "-3", "#", "", "4812a"] {
            assert_eq!(position_in(text), None, "{text}");
        }
    }

    #[test]
    fn a_club_and_a_date_are_told_apart_in_either_order() {
        let date = "2026-11-28".parse().unwrap();
        for text in ["de wilgenhoek 2026-11-28", "2026-11-28 de wilgenhoek", "de wilgenhoek, 2026-11-28"] {
            assert_eq!(club_and_date(text), Some(("de wilgenhoek", date)), "{text}");
        }
        assert_eq!(club_and_date("de-wilgenhoek/2026-11-28"), Some(("de-wilgenhoek", date)));
        for text in ["2026-11-28", "jan de vries", "wilgenhoek 2026-11-31", " 2026-11-28"] {
            assert_eq!(club_and_date(text), None, "{text}");
        }
    }
}
