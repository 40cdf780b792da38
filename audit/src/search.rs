//! Everything that an operator may mean by a text, for the field above every screen: ids as `subject` finds them, members
//! by what a caller says of them, by number or by a part of their address, a club's day by the club's name, and positions
//! of the journal.

use std::collections::BTreeSet;

use anyhow::Result;
use chrono::NaiveDate;
use fairway_events::{ClubId, MemberId, Position, StreamId};
use fairway_text::email;
use serde::Serialize;
use sqlx::PgPool;

use crate::club_terms;
use crate::dates;
use crate::labels::{Label, Labels};
use crate::moment;
use crate::names::Names;
use crate::subject::{self, Matches, Subject};
use facts::Facts;
use names::Name;

mod days;
mod facts;
mod names;
mod pattern;
mod sql;

/// Members that are found by name at most.
const MOST_MEMBERS: usize = 20;
/// Letters of a text at most; no id, name or address is longer.
const LONGEST: usize = 320;
/// Letters of a part of a club's name or of an address at least; fewer are a part of most of them.
const SHORTEST_PART: usize = 3;
/// Facts that are enough to know a person by.
const FACTS_OF_ONE: usize = 2;

/// The answer to a search.
#[derive(Debug, Serialize)]
pub struct Search {
    /// The kind that the text was taken for: `address`, `payment`, `id`, `booking number`, `day`, `facts`, `name`,
    /// `position` or `number`.
    pub by: &'static str,
    /// The subjects; members who were found by name with the best first, then in the order of their names.
    pub results: Vec<Hit>,
    /// The position in the journal that the text names.
    pub position: Option<Position>,
    /// The accepted forms of a text where nothing was found; or a note that there is more than is shown.
    pub message: Option<String>,
}

/// A subject that was found.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// `booking`, `member`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// A few words for it; with its id where it is not projected yet.
    pub title: String,
    /// Details that distinguish it from others, as text.
    pub detail: String,
    /// The number of a booking or an order; empty of everything else.
    pub number: String,
    /// A member's town; empty where it is not known, and of everything else.
    pub city: String,
    /// `disabled`, of a member who cannot log in; empty otherwise.
    pub state: &'static str,
    /// The text names it, where it is the only hit, and is not only like it.
    pub is_exact: bool,
}

impl Search {
    /// Whether the text names one thing, which a screen may open at once; what is only like the text is a list of one.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match self.results.as_slice() {
            [] => self.position.is_some(),
            [only] => only.is_exact && self.position.is_none(),
            _ => false,
        }
    }
}

/// The answer before its titles are read.
#[derive(Debug, Default)]
struct Found {
    by: &'static str,
    subjects: Vec<Subject>,
    position: Option<Position>,
    message: Option<String>,
    is_exact: bool,
}

/// Finds what a text may mean today, by the database's clock. A voucher's code is translated by the caller, which has the
/// key that signs codes.
/// Fails when the database does not answer.
pub async fn search(pool: &PgPool, text: &str) -> Result<Search> {
    let today = moment::now(pool).await?.day();
    search_on(pool, text, today).await
}

/// The same on a day, from which days without a year are counted.
pub async fn search_on(pool: &PgPool, text: &str, today: NaiveDate) -> Result<Search> {
    // The database refuses a NUL; no other control character is part of a name either.
    let text: String = text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    let found = find(pool, text.trim(), today).await?;
    let Found { by, subjects, position, message, is_exact } = with_numbered(pool, text.trim(), found).await?;
    let mut names = Names::default();
    if !subjects.is_empty() {
        names = Names::of_clubs(pool).await?;
    }
    let streams: BTreeSet<StreamId> = subjects.iter().map(|subject| subject.0.clone()).collect();
    let labels = Labels::read(pool, &streams, &mut names).await?;
    let people =
        sql::people(pool, subjects.iter().filter_map(member_of).map(|member| member.0).collect()).await?;
    let results = subjects.into_iter().map(|subject| {
        let Label { title, detail } = labels.label(&subject.0, &names);
        let person = member_of(&subject).and_then(|member| people.get(&member));
        let number = match subject.0 {
            StreamId::Reservation(booking) => booking.number().to_string(),
            StreamId::Order(order) => order.number().to_string(),
            _ => String::new(),
        };
        Hit {
            kind: subject.kind(),
            id: subject.id(),
            title,
            detail,
            number,
            city: person.map(|person| person.city.clone()).unwrap_or_default(),
            state: if person.is_some_and(|person| person.is_disabled) { "disabled" } else { "" },
            is_exact,
        }
    });
    Ok(Search { by, results: results.collect(), position, message })
}

const fn member_of(subject: &Subject) -> Option<MemberId> {
    match subject.0 {
        StreamId::Membership(member) => Some(member),
        _ => None,
    }
}

async fn find(pool: &PgPool, text: &str, today: NaiveDate) -> Result<Found> {
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
    if let Some((club, date)) = text.strip_prefix(subject::ARRIVALS).and_then(club_and_date) {
        return arrivals(pool, club, date).await;
    }
    if let Some(club) = text.strip_prefix(subject::SETTLEMENT).filter(|club| !club.trim().is_empty()) {
        return settlements(pool, club).await;
    }
    if let Some((club, date)) = club_and_date(text)
        && !days::is_of_birth(date, today)
    {
        return on_a_day(pool, club, date).await;
    }
    if let Some(domain) = text.strip_prefix('@').filter(|domain| domain.chars().count() >= SHORTEST_PART) {
        let members = sql::members_at(pool, &format!("@{}", domain.to_lowercase()), MOST_MEMBERS + 1).await?;
        let message =
            members.is_empty().then(|| format!("no member has an address that ends with @{domain}"));
        let found = some_members("address", members);
        return Ok(Found { message: message.or(found.message), ..found });
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
            return Ok(Found { by, subjects, message, position: None, is_exact: true });
        }
        Err(why) => why,
    };
    if let Some(facts) = Facts::read(text, today) {
        let members =
            sql::members_with(pool, &facts, Name::read(&facts.name).as_ref(), MOST_MEMBERS + 1).await?;
        if !members.is_empty() {
            let is_exact = facts.count() >= FACTS_OF_ONE;
            return Ok(Found { is_exact, ..some_members("facts", members) });
        }
    }
    // A number that is no id is a position, however long it is.
    if let Ok(position) = text.parse()
        && sql::has_position(pool, position).await?
    {
        return Ok(Found { by: "position", position: Some(position), ..Found::default() });
    }
    if by != "id" {
        return Ok(Found { by, message: Some(why), ..Found::default() });
    }
    if let Some((club, date)) =
        days::with_club(text, today).filter(|(_, date)| !days::is_of_birth(*date, today))
    {
        let found = on_a_day(pool, &club, date).await?;
        if !found.subjects.is_empty() {
            return Ok(found);
        }
    }
    let members = by_name(pool, text).await?;
    if !members.is_empty() {
        return Ok(some_members("name", members));
    }
    // A club alone is asked about because of today.
    if text.chars().count() >= SHORTEST_PART {
        let found = on_a_day(pool, text, today).await?;
        if !found.subjects.is_empty() {
            return Ok(Found { is_exact: false, ..found });
        }
    }
    Ok(Found { by: "name", message: Some(nothing_under(text)), ..Found::default() })
}

/// Members of a list, with a note where there are more than it shows.
fn some_members(by: &'static str, members: Vec<MemberId>) -> Found {
    let has_more = members.len() > MOST_MEMBERS;
    let members = members.into_iter().take(MOST_MEMBERS);
    Found {
        by,
        subjects: members.map(|member| Subject(StreamId::Membership(member))).collect(),
        message: has_more
            .then(|| format!("the first {MOST_MEMBERS} members by name are shown: write more of the name")),
        ..Found::default()
    }
}

fn nothing_under(text: &str) -> String {
    let more = "a member's name or the beginning of an address, a telephone number, a day of birth, a GSN, a postcode \
                with the house number, a member's number, a voucher's code, a club and a date (wilgenhoek 2026-11-28, \
                wilgenhoek 3 dec) or a position (#4812)";
    format!(
        "nothing is known under “{text}”: give {}, {more}",
        subject::ACCEPTED.replace(" or a club's", ", a club's")
    )
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
    found.is_exact = true;
    Ok(found)
}

/// `#4812`, or a number that is too short for an id.
fn position_in(text: &str) -> Option<Position> {
    let position = match text.strip_prefix('#') {
        Some(number) => number.parse(),
        // A zero at the beginning is one of a telephone number.
        None if text.len() < subject::MINIMUM && !text.starts_with('0') => text.parse(),
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
    Ok(Found { by: "day", subjects, message, position: None, is_exact: true })
}

/// The waiting lists of a day at the clubs with this name. Every club and day has an id for one, so that a list exists where
/// somebody began to wait.
async fn waiting_lists(pool: &PgPool, club: &str, date: NaiveDate) -> Result<Found> {
    let list = |club| StreamId::WaitingList(club, date);
    begun(pool, club, list, || format!("no list on that day: nobody has waited for {}", dates::day(date)))
        .await
}

/// The same of lists of arrivals.
async fn arrivals(pool: &PgPool, club: &str, date: NaiveDate) -> Result<Found> {
    let list = |club| StreamId::ArrivalList(club, date);
    begun(pool, club, list, || format!("no list on that day: nothing was scanned on {}", dates::day(date)))
        .await
}

/// The same of what clubs are owed, which needs no day.
async fn settlements(pool: &PgPool, club: &str) -> Result<Found> {
    begun(pool, club, StreamId::Settlement, || "no tariff of that club was ever set".to_owned()).await
}

/// The streams of the clubs with this name that have an event; or a sentence that explains why there are none.
async fn begun(
    pool: &PgPool,
    club: &str,
    list: impl Fn(ClubId) -> StreamId,
    none: impl FnOnce() -> String,
) -> Result<Found> {
    let clubs = club_terms::called(pool, club).await?;
    let lists: Vec<StreamId> = clubs.iter().map(|(id, _)| list(ClubId(id.clone()))).collect();
    let begun = sql::begun(pool, &lists).await?;
    let subjects: Vec<Subject> = lists.into_iter().filter(|list| begun.contains(list)).map(Subject).collect();
    let message = match (clubs.is_empty(), subjects.is_empty()) {
        (true, _) => Some(format!("no club is called “{club}”")),
        (false, true) => Some(none()),
        (false, false) => None,
    };
    Ok(Found { by: "id", subjects, message, position: None, is_exact: true })
}

/// Members whose full name contains every word of a text, or whose address begins with it; where there is none, those whose
/// name does without its spaces and signs, and then those with its surname and initials. One more than is shown.
async fn by_name(pool: &PgPool, text: &str) -> Result<Vec<MemberId>> {
    let Some(name) = Name::read(text) else { return Ok(Vec::new()) };
    let limit = MOST_MEMBERS + 1;
    let members = sql::members_called(pool, &name, &email::canonical(text), limit).await?;
    if !members.is_empty() {
        return Ok(members);
    }
    let squeezed = names::squeezed(text);
    if !squeezed.is_empty() {
        let members = sql::members_in_one_word(pool, &squeezed, &name, limit).await?;
        if !members.is_empty() {
            return Ok(members);
        }
    }
    match names::with_initials(text) {
        Some((surname, letters)) => sql::members_with_initials(pool, &surname, &letters, limit).await,
        None => Ok(Vec::new()),
    }
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
