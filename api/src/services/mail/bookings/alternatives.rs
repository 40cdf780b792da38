//! What a member can play instead of a round that the club cancelled: the nearest club on the same day and the nearest
//! day at the same club, by the rules that would refuse the booking (docs/domain.md §3.17).

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use fairway_command::{BookingWindow, Rights, assess};
use fairway_documents::mail::OtherRound;
use fairway_events::{BookingId, ClubId, Holes, MemberId};

use super::cause::CauseKind;
use super::composer::{ComposeError, Composer, Letter};
use crate::rounds::rights::{Claims, rights};
use crate::store::clubs::{ClubCard, Clubs};

/// What each recipient can play instead, by the booking that was cancelled.
#[derive(Debug, Default)]
pub(super) struct Alternatives(HashMap<(MemberId, BookingId), Vec<OtherRound>>);

impl Alternatives {
    /// Nearest first; may be empty.
    pub(super) fn of(&self, member: MemberId, booking: BookingId) -> &[OtherRound] {
        self.0.get(&(member, booking)).map_or(&[], Vec::as_slice)
    }
}

/// A round that a member cannot play.
struct Cancelled<'a> {
    club: &'a ClubCard,
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
}

impl Composer {
    /// The alternatives for the letters about rounds that a club cancelled: one query for the rights of all recipients, and
    /// one for each such club and day.
    pub(super) async fn alternatives(&self, letters: &[&Letter]) -> Result<Alternatives, ComposeError> {
        let cancelled: Vec<&Letter> = letters
            .iter()
            .copied()
            .filter(|letter| letter.cause.what == CauseKind::CancelledByClub)
            .collect();
        if cancelled.is_empty() {
            return Ok(Alternatives::default());
        }
        let today = self.clock.today();
        let last = BookingWindow::around(today).last;
        let members: Vec<MemberId> =
            cancelled.iter().map(|letter| letter.cause.to).collect::<BTreeSet<_>>().into_iter().collect();
        let rows = self.reads.member_rights(&members, today).await?;
        let mut held: HashMap<MemberId, Rights> =
            rows.into_iter().map(|row| (row.member, rights(row))).collect();
        let clubs = self.clubs_now().await?;
        let mut claims: HashMap<(ClubId, NaiveDate), Claims> = HashMap::new();
        let mut alternatives = Alternatives::default();
        for letter in cancelled {
            let (club, date) = (&letter.booking_state.club, letter.booking_state.play_date);
            let key = (club.clone(), date);
            if !claims.contains_key(&key) {
                let days = self.reads.club_days((today, last), Some(club), Some(date)).await?;
                claims.insert(key.clone(), Claims::of(days));
            }
            let (Some(claims), Some(card)) = (claims.get(&key), clubs.get(club)) else { continue };
            let Some(rights) = held.get_mut(&letter.cause.to) else { continue };
            // The projection of the cancellation may be a moment behind this mail.
            rights.dates_taken.remove(&date);
            let round = Cancelled { club: card, date, holes: letter.booking_state.holes, today };
            let found = round.others(&clubs, claims, (letter.cause.to, rights));
            alternatives.0.insert((letter.cause.to, letter.booking_state.booking), found);
        }
        Ok(alternatives)
    }
}

impl Cancelled<'_> {
    fn others(&self, clubs: &Clubs, claims: &Claims, player: (MemberId, &Rights)) -> Vec<OtherRound> {
        let can_play = |club: &ClubCard, date: NaiveDate| {
            let day = claims.on(club.id(), date);
            assess(Some(&club.rules), day, &[player], date, self.holes, self.today).is_ok()
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
