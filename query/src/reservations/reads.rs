//! Reads of bookings: each returns whole bookings, all their places included, in one round trip.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, MemberId, PlaceId, PlayRight, StartTime};
use sqlx::Row;
use sqlx::postgres::PgRow;

use super::{Booking, ForfeitedPlace, OwnBooking, Place};
use crate::reads::{ReadError, Reads, arguments, holes, queries};

/// A statement of whole bookings, of those that `own` names.
macro_rules! whole_bookings {
    ($own:expr, $order:literal) => {
        concat!($own, include_str!("whole_bookings.sql"), "ORDER BY ", $order)
    };
}

queries! {
    UPCOMING => whole_bookings!(include_str!("upcoming.sql"), "own.play_date, own.place_id, place.standing"),
    HISTORY => whole_bookings!(include_str!("history.sql"), "own.play_date DESC, own.place_id DESC, place.standing"),
    // There is no own place here, so all rows have the same.
    BOOKING => whole_bookings!(
        "WITH own AS (SELECT $1::uuid AS place_id, $1::uuid AS booking_id) ", "place.standing"
    ),
    ACTIVE_PLAYERS => "SELECT booking_id, member_id FROM reservations_places
        WHERE booking_id = ANY($1) AND cancelled_at IS NULL ORDER BY booking_id, standing",
    PLAYERS_OF_DAYS => include_str!("players_of_days.sql"),
    BOOKINGS_OF_DAY => "SELECT booking_id FROM reservations_bookings WHERE play_date = $1 AND booking_id > $2
        ORDER BY booking_id LIMIT $3",
    BOOKING_OF_PLACE => whole_bookings!(
        "WITH own AS (SELECT place_id, booking_id FROM reservations_places WHERE place_id = $1) ", "place.standing"
    ),
    // There is no own place here: the rows of one booking have the same.
    BOOKINGS_OF_CLUB_DAY => whole_bookings!(
        "WITH own AS (SELECT booking_id AS place_id, booking_id FROM reservations_bookings
            WHERE play_date = $1 AND club_id = $2) ",
        "own.booking_id, place.standing"
    ),
    BOOKINGS_OF_PLACES => whole_bookings!(
        "WITH own AS (SELECT place_id, booking_id FROM reservations_places WHERE place_id = ANY($1)) ",
        "own.place_id, place.standing"
    ),
    DAYS_OF_BOOKINGS => "SELECT club_id, play_date FROM reservations_bookings WHERE booking_id = ANY($1)",
    START_TIMES => "SELECT booking_id, start_time FROM reservations_bookings WHERE booking_id = ANY($1)",
    FORFEITED => include_str!("forfeited.sql"),
}

impl Reads {
    /// Bookings in which the member has an active place today or later, soonest first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn upcoming(&self, member: MemberId, today: NaiveDate) -> Result<Vec<OwnBooking>, ReadError> {
        bookings(&self.rows(UPCOMING, arguments!(member.0, today)).await?)
    }

    /// The member's other places: past or cancelled, latest play date first; a booking appears once per own place.
    ///
    /// `before` is the own place of the last row of the page before; another member's place gives no rows.
    /// Without a `limit` all rows are returned.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn history(
        &self,
        member: MemberId,
        today: NaiveDate,
        before: Option<PlaceId>,
        limit: Option<u32>,
    ) -> Result<Vec<OwnBooking>, ReadError> {
        let (before, limit) = (before.map(|place| place.0), limit.map(i64::from));
        bookings(&self.rows(HISTORY, arguments!(member.0, today, before, limit)).await?)
    }

    /// One booking.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn booking(&self, booking: BookingId) -> Result<Option<Booking>, ReadError> {
        let found = bookings(&self.rows(BOOKING, arguments!(booking.0)).await?)?;
        Ok(found.into_iter().next().map(|own| own.booking))
    }

    /// The active players of each of these bookings, in the order of joining; bookings without active players are left
    /// out.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn active_players(
        &self,
        bookings: &[BookingId],
    ) -> Result<HashMap<BookingId, Vec<MemberId>>, ReadError> {
        let ids: Vec<uuid::Uuid> = bookings.iter().map(|booking| booking.0).collect();
        let mut players: HashMap<BookingId, Vec<MemberId>> = HashMap::new();
        for row in self.rows(ACTIVE_PLAYERS, arguments!(ids)).await? {
            let booking = BookingId(row.try_get("booking_id")?);
            players.entry(booking).or_default().push(MemberId(row.try_get("member_id")?));
        }
        Ok(players)
    }

    /// The active players of clubs' days; a day on which nobody plays is left out.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn players_of_days(
        &self,
        days: &[(ClubId, NaiveDate)],
    ) -> Result<HashMap<(ClubId, NaiveDate), Vec<MemberId>>, ReadError> {
        let (clubs, dates): (Vec<&str>, Vec<NaiveDate>) =
            days.iter().map(|(club, date)| (club.0.as_str(), *date)).unzip();
        let mut players: HashMap<(ClubId, NaiveDate), Vec<MemberId>> = HashMap::new();
        for row in self.rows(PLAYERS_OF_DAYS, arguments!(dates, clubs)).await? {
            let day = (ClubId(row.try_get("club_id")?), row.try_get("play_date")?);
            players.entry(day).or_default().push(MemberId(row.try_get("member_id")?));
        }
        Ok(players)
    }

    /// Bookings of a day, cancelled ones included, in the order of their ids, a page at a time; `after` is the last one of
    /// the page before.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn bookings_of_day(
        &self,
        play_date: NaiveDate,
        after: Option<BookingId>,
        limit: u32,
    ) -> Result<Vec<BookingId>, ReadError> {
        let after = after.map_or(uuid::Uuid::nil(), |booking| booking.0);
        let rows = self.rows(BOOKINGS_OF_DAY, arguments!(play_date, after, i64::from(limit))).await?;
        rows.iter().map(|row| Ok(BookingId(row.try_get("booking_id")?))).collect()
    }

    /// The member's places whose right expired with them and was not given back, latest play date first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn forfeited(&self, member: MemberId, limit: u32) -> Result<Vec<ForfeitedPlace>, ReadError> {
        self.rows(FORFEITED, arguments!(member.0, i64::from(limit))).await?.iter().map(forfeited).collect()
    }

    /// The booking that a place belongs to.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn booking_of_place(&self, place: PlaceId) -> Result<Option<OwnBooking>, ReadError> {
        Ok(bookings(&self.rows(BOOKING_OF_PLACE, arguments!(place.0)).await?)?.into_iter().next())
    }

    /// The same for several places; unknown ones are absent.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn bookings_of_places(
        &self,
        places: &[PlaceId],
    ) -> Result<HashMap<PlaceId, Booking>, ReadError> {
        let ids: Vec<uuid::Uuid> = places.iter().map(|place| place.0).collect();
        let found = bookings(&self.rows(BOOKINGS_OF_PLACES, arguments!(ids)).await?)?;
        Ok(found.into_iter().map(|own| (own.place, own.booking)).collect())
    }

    /// The bookings of a club's day, cancelled ones included, in the order of their ids.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn bookings_of_club_day(
        &self,
        club: &ClubId,
        play_date: NaiveDate,
    ) -> Result<Vec<Booking>, ReadError> {
        let found =
            bookings(&self.rows(BOOKINGS_OF_CLUB_DAY, arguments!(play_date, club.0.as_str())).await?)?;
        Ok(found.into_iter().map(|own| own.booking).collect())
    }

    /// The club and the day of each of these bookings, in no order.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn days_of_bookings(
        &self,
        bookings: &[BookingId],
    ) -> Result<Vec<(ClubId, NaiveDate)>, ReadError> {
        let ids: Vec<uuid::Uuid> = bookings.iter().map(|booking| booking.0).collect();
        let rows = self.rows(DAYS_OF_BOOKINGS, arguments!(ids)).await?;
        rows.iter().map(|row| Ok((ClubId(row.try_get("club_id")?), row.try_get("play_date")?))).collect()
    }

    /// When the groups of these bookings start; those that agreed no time are left out.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn start_times(
        &self,
        bookings: &[BookingId],
    ) -> Result<HashMap<BookingId, StartTime>, ReadError> {
        let ids: Vec<uuid::Uuid> = bookings.iter().map(|booking| booking.0).collect();
        let mut times = HashMap::new();
        for row in self.rows(START_TIMES, arguments!(ids)).await? {
            if let Some(time) = start_time(&row)? {
                times.insert(BookingId(row.try_get("booking_id")?), time);
            }
        }
        Ok(times)
    }
}

/// One row is one place of a booking. The rows of one own place are adjacent.
fn bookings(rows: &[PgRow]) -> Result<Vec<OwnBooking>, ReadError> {
    let mut bookings: Vec<OwnBooking> = Vec::new();
    for row in rows {
        let own = PlaceId(row.try_get("own_place_id")?);
        if bookings.last().is_none_or(|last| last.place != own) {
            bookings.push(OwnBooking { place: own, booking: booking(row)? });
        }
        if let Some(last) = bookings.last_mut() {
            last.booking.places.push(place(row)?);
        }
    }
    Ok(bookings)
}

fn forfeited(row: &PgRow) -> Result<ForfeitedPlace, ReadError> {
    Ok(ForfeitedPlace {
        booking: BookingId(row.try_get("booking_id")?),
        place: PlaceId(row.try_get("place_id")?),
        club: ClubId(row.try_get("club_id")?),
        play_date: row.try_get("play_date")?,
        holes: holes(row.try_get("holes")?)?,
        right: right(row)?,
        cancelled_at: row.try_get("cancelled_at")?,
    })
}

fn booking(row: &PgRow) -> Result<Booking, ReadError> {
    Ok(Booking {
        booking: BookingId(row.try_get("booking_id")?),
        club: ClubId(row.try_get("club_id")?),
        play_date: row.try_get("play_date")?,
        holes: holes(row.try_get("holes")?)?,
        master: MemberId(row.try_get("master_id")?),
        booked_at: row.try_get("booked_at")?,
        places: Vec::with_capacity(Booking::SLOTS),
        start_time: start_time(row)?,
        start_time_by: row.try_get::<Option<uuid::Uuid>, _>("start_time_by")?.map(MemberId),
    })
}

/// None is stored as an empty text.
fn start_time(row: &PgRow) -> Result<Option<StartTime>, ReadError> {
    Ok(row.try_get::<&str, _>("start_time")?.parse().ok())
}

fn place(row: &PgRow) -> Result<Place, ReadError> {
    Ok(Place {
        place: PlaceId(row.try_get("place_id")?),
        member: MemberId(row.try_get("member_id")?),
        right: right(row)?,
        cancelled_at: row.try_get("cancelled_at")?,
        playright_expired: row.try_get("playright_expired")?,
        club_notice: row.try_get("club_notice")?,
    })
}

/// The right that a place used.
pub(crate) fn right(row: &PgRow) -> Result<PlayRight, ReadError> {
    let voucher: Option<uuid::Uuid> = row.try_get("voucher_id")?;
    Ok(match voucher {
        Some(voucher) => PlayRight::Voucher {
            voucher: voucher.into(),
            title: row.try_get::<Option<String>, _>("voucher_title")?.unwrap_or_default(),
        },
        None => {
            PlayRight::Subscription { subscription: row.try_get::<uuid::Uuid, _>("subscription_id")?.into() }
        }
    })
}
