//! The clubs: reference data that every screen needs and that only imports change. Cached in memory; each authenticated
//! request reads the database's version with its session, so a node never serves an outdated copy.
//! Its functions fail when the database does not answer.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use chrono::{NaiveDate, Weekday};
use fairway_command::Club;
use fairway_events::{ClubId, Holes};
use serde::Serialize;
use sqlx::{PgPool, Row};

use crate::{photos as stored_photos, sanitize};

/// A club with the data for the screens.
#[derive(Debug, Clone)]
pub struct ClubCard {
    /// The data for the rules.
    pub rules: Arc<Club>,
    /// Full name.
    pub name: String,
    /// Town.
    pub city: String,
    /// Name where room is short.
    pub short_name: String,
    /// Comma-separated, for the filter.
    pub keywords: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// When rounds start.
    pub starttime_description: String,
    /// Sanitised HTML for the overview of a booking.
    pub reservation_instruction: String,
    /// Sanitised HTML for a booked round.
    pub reservation_description: String,
    /// The rest of its own page.
    pub details: ClubDetails,
    /// Its part of lists, as far as that is the same for everybody: the members of a JSON object, without its braces.
    /// Lists of all clubs are asked for often, and most of each is the same for everybody.
    pub listing: String,
}

/// The members of [`ClubCard::listing`].
#[derive(Serialize)]
struct Listing<'a> {
    id: &'a str,
    name: &'a str,
    city: &'a str,
    short_name: &'a str,
    keywords: &'a str,
    holes: Vec<u8>,
    reservation_instruction: &'a str,
    lat: f64,
    lon: f64,
    starttime_description: &'a str,
    photo: Option<String>,
}

/// The data of a club's own page beside those that a booking needs. An empty text is not known.
#[derive(Debug, Clone, Default)]
pub struct ClubDetails {
    /// With the house number.
    pub street: String,
    /// Normalised, such as `1234 AB`.
    pub postcode: String,
    /// E.164.
    pub telephone: String,
    /// An `https` address.
    pub website: String,
    /// Plain text about the greens.
    pub greens: String,
    /// Sanitised HTML.
    pub terms: String,
    /// In the data set's order.
    pub photos: Vec<ClubPhoto>,
}

/// A photo of a club.
#[derive(Debug, Clone)]
pub struct ClubPhoto {
    /// Part of its address.
    pub hash: String,
    /// Its description, for those who do not see it.
    pub alt: String,
    /// Of the largest size, in pixels.
    pub width: u32,
    /// Of the largest size, in pixels.
    pub height: u32,
    /// The widths in which it is served, in pixels, smallest first.
    pub widths: Vec<u32>,
}

impl ClubCard {
    /// The club's slug.
    #[must_use]
    pub fn id(&self) -> &ClubId {
        &self.rules.id
    }

    /// The great-circle distance to another club (haversine).
    #[must_use]
    pub fn kilometres_to(&self, to: &Self) -> f64 {
        const EARTH_RADIUS_KM: f64 = 6371.0;
        let (from_lat, to_lat) = (self.lat.to_radians(), to.lat.to_radians());
        let (north, east) = (to_lat - from_lat, (to.lon - self.lon).to_radians());
        let chord = (north / 2.0).sin().powi(2) + from_lat.cos() * to_lat.cos() * (east / 2.0).sin().powi(2);
        2.0 * EARTH_RADIUS_KM * chord.sqrt().min(1.0).asin()
    }

    /// The lengths of round on offer, as numbers of holes.
    #[must_use]
    pub fn hole_counts(&self) -> Vec<u8> {
        self.rules.holes.iter().map(|holes| holes.count()).collect()
    }

    /// The path of the smallest size of its first photo.
    fn photo(&self) -> Option<String> {
        let photo = self.details.photos.first()?;
        Some(stored_photos::uri(&photo.hash, *photo.widths.first()?))
    }

    fn to_listing(&self) -> Result<String, serde_json::Error> {
        let object = serde_json::to_string(&Listing {
            id: &self.id().0,
            name: &self.name,
            city: &self.city,
            short_name: &self.short_name,
            keywords: &self.keywords,
            holes: self.hole_counts(),
            reservation_instruction: &self.reservation_instruction,
            lat: self.lat,
            lon: self.lon,
            starttime_description: &self.starttime_description,
            photo: self.photo(),
        })?;
        Ok(object[1..object.len() - 1].to_owned())
    }
}

/// All clubs, by name.
#[derive(Debug, Default)]
pub struct Clubs {
    version: i64,
    sorted: Vec<Arc<ClubCard>>,
    by_id: HashMap<ClubId, Arc<ClubCard>>,
}

impl Clubs {
    /// Every club, in the order of their names.
    pub fn all(&self) -> impl Iterator<Item = &ClubCard> {
        self.sorted.iter().map(AsRef::as_ref)
    }

    /// One club.
    #[must_use]
    pub fn get(&self, id: &ClubId) -> Option<&ClubCard> {
        self.by_id.get(id).map(AsRef::as_ref)
    }
}

/// The cached clubs.
#[derive(Debug, Default)]
pub struct ClubCache(RwLock<Arc<Clubs>>);

impl ClubCache {
    /// The clubs of the given version or a later one.
    ///
    /// # Errors
    /// When they have to be read again and the database does not answer.
    pub async fn at(&self, pool: &PgPool, version: i64) -> Result<Arc<Clubs>, sqlx::Error> {
        let cached = Arc::clone(&self.0.read().unwrap_or_else(std::sync::PoisonError::into_inner));
        if cached.version >= version {
            return Ok(cached);
        }
        let fresh = Arc::new(load(pool).await?);
        let mut slot = self.0.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if slot.version < fresh.version {
            *slot = Arc::clone(&fresh);
        }
        Ok(fresh)
    }
}

/// The version of the reference data, for requests without a session (a session contains it).
pub async fn version(pool: &PgPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT version FROM reference_version").fetch_one(pool).await
}

/// Reads all clubs. The version is read first: if an import commits in between, the copy has the older version and is
/// read again.
pub async fn load(pool: &PgPool) -> Result<Clubs, sqlx::Error> {
    let version = version(pool).await?;
    let mut closures: HashMap<String, Vec<(NaiveDate, String)>> = HashMap::new();
    let rows = sqlx::query("SELECT club_id, date, reason FROM club_closures ORDER BY club_id, date");
    for row in rows.fetch_all(pool).await? {
        closures
            .entry(row.try_get("club_id")?)
            .or_default()
            .push((row.try_get("date")?, row.try_get("reason")?));
    }
    let mut photos = photos(pool).await?;
    let rows = sqlx::query(
        "SELECT id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, daily_capacity, closed_weekdays,
             street, postcode, telephone, website, greens, terms
         FROM clubs ORDER BY name, id",
    );
    let mut clubs = Clubs { version, ..Clubs::default() };
    for row in rows.fetch_all(pool).await? {
        let id: String = row.try_get("id")?;
        let holes: Vec<i16> = row.try_get("holes")?;
        let closed: Vec<i16> = row.try_get("closed_weekdays")?;
        let capacity: Option<i32> = row.try_get("daily_capacity")?;
        let rules = Club {
            holes: Holes::ALL.into_iter().filter(|h| holes.contains(&i16::from(h.count()))).collect(),
            // The table's check constraints keep these numbers in range.
            max_plays_per_year: u32::try_from(row.try_get::<i32, _>("max_plays_per_year")?).unwrap_or(0),
            daily_capacity: capacity.map(|n| u32::try_from(n).unwrap_or(0)),
            closed_weekdays: closed.iter().filter_map(|day| weekday(*day)).collect(),
            closures: closures.remove(&id).unwrap_or_default(),
            id: ClubId(id.clone()),
        };
        let mut card = ClubCard {
            rules: Arc::new(rules),
            name: row.try_get("name")?,
            city: row.try_get("city")?,
            short_name: row.try_get("short_name")?,
            keywords: row.try_get("keywords")?,
            lat: row.try_get("lat")?,
            lon: row.try_get("lon")?,
            starttime_description: row.try_get("starttime_description")?,
            // Sanitised once per copy instead of once per response.
            reservation_instruction: sanitize::html(row.try_get("reservation_instruction")?),
            reservation_description: sanitize::html(row.try_get("reservation_description")?),
            details: ClubDetails {
                street: row.try_get("street")?,
                postcode: row.try_get("postcode")?,
                telephone: row.try_get("telephone")?,
                website: row.try_get("website")?,
                greens: row.try_get("greens")?,
                terms: sanitize::html(row.try_get("terms")?),
                photos: photos.remove(&id).unwrap_or_default(),
            },
            listing: String::new(),
        };
        card.listing = card.to_listing().map_err(|error| sqlx::Error::Decode(error.into()))?;
        let card = Arc::new(card);
        clubs.by_id.insert(card.id().clone(), Arc::clone(&card));
        clubs.sorted.push(card);
    }
    Ok(clubs)
}

/// The photos of every club, by its slug.
async fn photos(pool: &PgPool) -> Result<HashMap<String, Vec<ClubPhoto>>, sqlx::Error> {
    let mut photos: HashMap<String, Vec<ClubPhoto>> = HashMap::new();
    let rows = sqlx::query(
        "SELECT club_id, alt, photos.hash, photos.width, photos.height,
             (SELECT array_agg(width ORDER BY width) FROM photo_sizes WHERE hash = photos.hash) AS widths
         FROM club_photos
         JOIN photos ON photos.hash = club_photos.hash
         ORDER BY club_id, ordinal",
    );
    // The table's check constraints keep these numbers above zero.
    let pixels = |count: i32| u32::try_from(count).unwrap_or(0);
    for row in rows.fetch_all(pool).await? {
        let widths: Option<Vec<i32>> = row.try_get("widths")?;
        photos.entry(row.try_get("club_id")?).or_default().push(ClubPhoto {
            hash: row.try_get("hash")?,
            alt: row.try_get("alt")?,
            width: pixels(row.try_get("width")?),
            height: pixels(row.try_get("height")?),
            widths: widths.unwrap_or_default().into_iter().map(pixels).collect(),
        });
    }
    Ok(photos)
}

/// ISO: Monday is 1.
fn weekday(iso: i16) -> Option<Weekday> {
    u8::try_from(iso).ok()?.checked_sub(1).and_then(|day| Weekday::try_from(day).ok())
}
