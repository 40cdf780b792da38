//! The rounds that a member can play instead of one that the club cancelled: at the nearest club on the same day and on
//! the nearest day at the same club, by the rules that would refuse the booking (docs/domain.md §3.17).

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use fairway_clock::clock::day_of;
use fairway_command::{BookingWindow, Rights, assess};
use fairway_documents::mail::OtherRound;
use fairway_events::{BookingId, ClubId, Holes, MemberId};
use fairway_query::{ReadError, Reads};
use fairway_round_data::rights::{Claims, rights};
use fairway_store::clubs::{ClubCard, Clubs};

/// The rounds that each recipient can play instead, by the booking that was cancelled.
#[derive(Debug, Default)]
pub(super) struct Alternatives(HashMap<(MemberId, BookingId), Vec<OtherRound>>);

impl Alternatives {
    /// Nearest first; may be empty.
    pub(super) fn for_member(&self, member: MemberId, booking: BookingId) -> &[OtherRound] {
        self.0.get(&(member, booking)).map_or(&[], Vec::as_slice)
    }
}

/// A round that a member cannot play, because the club cancelled it.
#[derive(Debug)]
pub(super) struct CancelledRound<'a> {
    pub(super) member: MemberId,
    pub(super) booking: BookingId,
    pub(super) club: &'a ClubId,
    pub(super) date: NaiveDate,
    pub(super) holes: Holes,
}

/// Finds alternatives, `today` in Europe/Amsterdam: one query for the rights of all members, and one for each club and
/// day.
///
/// # Errors
/// When the read models cannot be read.
pub(super) async fn find(
    reads: &Reads,
    clubs: &Clubs,
    rounds: &[CancelledRound<'_>],
    now: DateTime<Utc>,
) -> Result<Alternatives, ReadError> {
    let today = day_of(now);
    let mut alternatives = Alternatives::default();
    if rounds.is_empty() {
        return Ok(alternatives);
    }
    let last = BookingWindow::around(today).last;
    let members: BTreeSet<MemberId> = rounds.iter().map(|round| round.member).collect();
    let members: Vec<MemberId> = members.into_iter().collect();
    let rows = reads.member_rights(&members, today).await?;
    let mut held: HashMap<MemberId, Rights> = rows.into_iter().map(|row| (row.member, rights(row))).collect();
    let mut claims: HashMap<(&ClubId, NaiveDate), Claims> = HashMap::new();
    for round in rounds {
        let Some(club) = clubs.get(round.club) else { continue };
        let claims = match claims.entry((round.club, round.date)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let days = reads.club_days((today, last), Some(round.club), Some(round.date)).await?;
                unknown.insert(Claims::from_days(days))
            }
        };
        let Some(rights) = held.get_mut(&round.member) else { continue };
        // The projection of the cancellation may be a moment behind this mail.
        rights.dates_taken.remove(&round.date);
        let cancelled = Cancelled { club, date: round.date, holes: round.holes, today, now };
        let others = cancelled.others(clubs, claims, (round.member, rights));
        alternatives.0.insert((round.member, round.booking), others);
    }
    Ok(alternatives)
}

struct Cancelled<'a> {
    club: &'a ClubCard,
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
    now: DateTime<Utc>,
}

impl Cancelled<'_> {
    fn others(&self, clubs: &Clubs, claims: &Claims, player: (MemberId, &Rights)) -> Vec<OtherRound> {
        let can_play = |club: &ClubCard, date: NaiveDate| {
            let day = claims.on(club.id(), date, self.now);
            assess(Some(&club.rules), &day, &[player], date, self.holes, self.today).is_ok()
        };
        let nearest_club = clubs
            .all()
            .filter(|club| club.id() != self.club.id() && can_play(club, self.date))
            .min_by(|one, other| self.club.kilometres_to(one).total_cmp(&self.club.kilometres_to(other)));
        let mut dates: Vec<NaiveDate> =
            BookingWindow::around(self.today).dates().filter(|date| *date != self.date).collect();
        dates.sort_by_key(|date| ((*date - self.date).abs(), Reverse(*date)));
        let nearest_day = dates.into_iter().find(|date| can_play(self.club, *date));
        let at_club = nearest_club.map(|club| (club, self.date));
        let on_day = nearest_day.map(|date| (self.club, date));
        at_club
            .into_iter()
            .chain(on_day)
            .map(|(club, play_date)| OtherRound {
                club: club.name.clone(),
                city: club.city.clone(),
                play_date,
            })
            .collect()
    }
}
