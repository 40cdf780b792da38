//! A club's day as it is read for the list and for the devices that keep it: a constant number of statements, however
//! many play.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use fairway_clock::random;
use fairway_club_accounts::access::ClubUser;
use fairway_command::BookingWindow;
use fairway_documents::signing::canonical_voucher_code;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubUserId, MemberId, PlaceId};
use fairway_query::{Arrival, Booking, DayArrivals, Place};
use fairway_store::club_accounts::ClubRole;
use fairway_store::members::{self, Member};
use serde::Serialize;
use utoipa::ToSchema;

use crate::records;
use crate::state::Clubs;

/// Days before today that a club can look at.
const DAYS_BACK: u64 = 31;
/// Days after a day in which it can be corrected.
const CORRECTION_DAYS: i64 = 7;

/// Whether a player came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ArrivalStatus {
    /// Has not come.
    Expected,
    /// Came.
    Arrived,
    /// The arrival was taken back, so that the player is expected again.
    Annulled,
}

impl ArrivalStatus {
    /// Of a place with this arrival.
    pub(crate) fn of(arrival: Option<&Arrival>) -> Self {
        match arrival {
            None => Self::Expected,
            Some(arrival) if arrival.annulled_at.is_some() => Self::Annulled,
            Some(_) => Self::Arrived,
        }
    }
}

/// The first and the last day that a club can look at.
pub(crate) fn shown_days(today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = today.checked_sub_days(Days::new(DAYS_BACK)).unwrap_or(today);
    (first, BookingWindow::around(today).last)
}

/// Whether the user may correct a day: a manager for a week, the desk on the day itself.
pub(crate) fn can_correct(user: &ClubUser, date: NaiveDate, today: NaiveDate) -> bool {
    let days_ago = (today - date).num_days();
    match user.role() {
        ClubRole::Manager => (0..=CORRECTION_DAYS).contains(&days_ago),
        ClubRole::Desk => days_ago == 0,
        ClubRole::Treasurer => false,
    }
}

/// The bookings of a club's day with their players, by start time and number, and who came.
pub(crate) struct Day {
    pub(crate) bookings: Vec<Booking>,
    pub(crate) arrivals: DayArrivals,
}

impl Day {
    pub(crate) async fn read(clubs: &Clubs, user: &ClubUser, date: NaiveDate) -> Result<Self, Failure> {
        let reads = &clubs.common.reads;
        let mut bookings = reads.bookings_of_club_day(user.club(), date).await?;
        let arrivals = reads.day_arrivals(user.club(), date).await?;
        bookings.retain(|booking| listed_places(booking, &arrivals).next().is_some());
        // Rounds without a time come last.
        bookings.sort_by_cached_key(|booking| {
            let start = booking.start_time.map(String::from);
            (start.is_none(), start, booking.booking.number().to_string())
        });
        Ok(Self { bookings, arrivals })
    }

    pub(crate) fn players(&self) -> impl Iterator<Item = MemberId> {
        let places = self.bookings.iter().flat_map(|booking| listed_places(booking, &self.arrivals));
        places.map(|place| place.member)
    }

    /// The accounts and devices that recorded the arrivals.
    pub(crate) fn users(&self) -> impl Iterator<Item = ClubUserId> {
        let arrived = self.arrivals.places.values().map(|arrival| arrival.arrived_by);
        arrived.chain(self.arrivals.irregular.iter().map(|scan| scan.by))
    }
}

/// The active places of a booking, and those that were cancelled or given to another player after their arrival.
pub(crate) fn listed_places<'a>(
    booking: &'a Booking,
    arrivals: &'a DayArrivals,
) -> impl Iterator<Item = &'a Place> {
    let has_arrived =
        |place: &Place| ArrivalStatus::of(arrivals.places.get(&place.place)) == ArrivalStatus::Arrived;
    booking.places.iter().filter(move |place| place.cancelled_at.is_none() || has_arrived(place))
}

/// The names that a list shows: of members, and of the club's accounts and devices.
pub(crate) struct ListNames {
    members: HashMap<MemberId, Member>,
    users: HashMap<ClubUserId, String>,
}

impl ListNames {
    /// In two statements.
    pub(crate) async fn read(
        clubs: &Clubs,
        members: impl IntoIterator<Item = MemberId> + Send,
        users: impl IntoIterator<Item = ClubUserId> + Send,
    ) -> Result<Self, Failure> {
        let members: Vec<MemberId> = unique(members);
        let users: Vec<ClubUserId> = unique(users);
        Ok(Self {
            members: members::by_ids(&clubs.common.pool, &members).await?,
            users: records::user_names(&clubs.common, &users).await?,
        })
    }

    /// `Jan de Vries`; `verwijderd lid` of an erased member.
    pub(crate) fn member(&self, member: MemberId) -> String {
        self.members.get(&member).map_or_else(|| whole_name(&Member::erased(member)), whole_name)
    }

    /// `Jan d. V.`
    pub(crate) fn short(&self, member: MemberId) -> String {
        self.members.get(&member).map_or_else(|| short_name(&Member::erased(member)), short_name)
    }

    /// The name of an account or a device.
    pub(crate) fn user(&self, user: ClubUserId) -> String {
        self.users.get(&user).cloned().unwrap_or_default()
    }
}

fn unique<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// `Jan de Vries`
pub(crate) fn whole_name(member: &Member) -> String {
    let parts = [member.first_name.as_str(), member.prefix.as_str(), member.last_name.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// `Jan d. V.`, which a device may keep. An erased member has no name to shorten.
pub(crate) fn short_name(member: &Member) -> String {
    if member.is_erased() {
        return whole_name(member);
    }
    let words = member.prefix.split_whitespace().chain(member.last_name.split_whitespace().take(1));
    let initials = words.filter_map(|word| word.chars().next()).map(|initial| format!(" {initial}."));
    format!("{}{}", member.first_name, initials.collect::<String>())
}

/// SHA-256 of the code on the voucher of a place, hexadecimal: a device recognises a code without keeping it.
pub(crate) fn code_hash(clubs: &Clubs, booking: &Booking, place: PlaceId) -> String {
    let code = canonical_voucher_code(&clubs.links.voucher_code(booking, place));
    hex::encode(random::digest(code.as_bytes()))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_short_name_is_the_first_name_with_initials() {
        let member = |prefix: &str, last_name: &str| Member {
            email: "jan@test.example".to_owned(),
            first_name: "Jan".to_owned(),
            prefix: prefix.to_owned(),
            last_name: last_name.to_owned(),
            ..Member::erased(MemberId(Uuid::nil()))
        };
        assert_eq!(short_name(&member("de", "Vries")), "Jan d. V.");
        assert_eq!(short_name(&member("van der", "Berg Smit")), "Jan v. d. B.");
        assert_eq!(short_name(&member("", "Mol")), "Jan M.");
        assert_eq!(short_name(&Member::erased(MemberId(Uuid::nil()))), "verwijderd lid");
    }
}
