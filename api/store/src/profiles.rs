//! The profiles that members enter. Members cannot change their name and address: saving a profile ignores them, and an
//! operator corrects a name by [`rename`]. Its functions fail when the database does not answer.

use chrono::NaiveDate;
use fairway_events::MemberId;
use sqlx::{PgConnection, PgExecutor, Row};

/// The fields that a member may change; every text normalised, empty when unknown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Profile {
    /// `J.P.`
    pub initials: String,
    /// Without the number.
    pub street: String,
    /// With its addition: `12a`.
    pub housenumber: String,
    /// In the form of its country: `1234 AB`.
    pub postcode: String,
    /// ISO 3166-1, two capitals.
    pub country: String,
    /// Where they live.
    pub city: String,
    /// Federation number: `NL` and 8 digits.
    pub gsn: String,
    /// E.164.
    pub telephone: String,
    /// `M` or `F`.
    pub gender: String,
    /// A day in the past.
    pub birthdate: Option<NaiveDate>,
    /// Of any golf club.
    pub is_club_member: bool,
    /// -10 to 54, hundredths.
    pub handicap: Option<f64>,
    /// The golf club's name.
    pub golfassociation: String,
}

/// A member's profile; none when the member was erased meanwhile.
pub async fn read(executor: impl PgExecutor<'_>, member: MemberId) -> Result<Option<Profile>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT initials, street, housenumber, postcode, country, city, gsn, telephone, gender, birthdate,
             is_club_member, handicap::float8 AS handicap, golfassociation
         FROM members WHERE id = $1",
    )
    .bind(member.0)
    .fetch_optional(executor)
    .await?;
    row.map(|row| {
        Ok(Profile {
            initials: row.try_get("initials")?,
            street: row.try_get("street")?,
            housenumber: row.try_get("housenumber")?,
            postcode: row.try_get("postcode")?,
            country: row.try_get("country")?,
            city: row.try_get("city")?,
            gsn: row.try_get("gsn")?,
            telephone: row.try_get("telephone")?,
            gender: row.try_get("gender")?,
            birthdate: row.try_get("birthdate")?,
            is_club_member: row.try_get("is_club_member")?,
            handicap: row.try_get("handicap")?,
            golfassociation: row.try_get("golfassociation")?,
        })
    })
    .transpose()
}

impl Profile {
    /// The fields that differ, by their names in the API.
    #[must_use]
    pub fn changed_to(&self, new: &Self) -> Vec<&'static str> {
        [
            ("initials", self.initials != new.initials),
            ("street", self.street != new.street),
            ("housenumber", self.housenumber != new.housenumber),
            ("postcode", self.postcode != new.postcode),
            ("country", self.country != new.country),
            ("city", self.city != new.city),
            ("gsn", self.gsn != new.gsn),
            ("telephone", self.telephone != new.telephone),
            ("gender", self.gender != new.gender),
            ("birthdate", self.birthdate != new.birthdate),
            ("is_club_member", self.is_club_member != new.is_club_member),
            ("handicap", self.handicap != new.handicap),
            ("golfassociation", self.golfassociation != new.golfassociation),
        ]
        .into_iter()
        .filter_map(|(field, changed)| changed.then_some(field))
        .collect()
    }
}

/// Replaces a member's profile.
pub async fn save(
    connection: &mut PgConnection,
    member: MemberId,
    profile: &Profile,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE members SET initials = $2, street = $3, housenumber = $4, postcode = $5, city = $6, gsn = $7,
             telephone = $8, gender = $9, birthdate = $10, is_club_member = $11,
             handicap = $12::float8::numeric(4, 2), golfassociation = $13,
             country = $14
         WHERE id = $1",
    )
    .bind(member.0)
    .bind(&profile.initials)
    .bind(&profile.street)
    .bind(&profile.housenumber)
    .bind(&profile.postcode)
    .bind(&profile.city)
    .bind(&profile.gsn)
    .bind(&profile.telephone)
    .bind(&profile.gender)
    .bind(profile.birthdate)
    .bind(profile.is_club_member)
    .bind(profile.handicap)
    .bind(&profile.golfassociation)
    .bind(&profile.country)
    .execute(connection)
    .await
    .map(|_| ())
}

/// A member's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// `Jan`
    pub first_name: String,
    /// `de`; empty when there is none.
    pub prefix: String,
    /// `Vries`
    pub last_name: String,
}

/// Gives a member another name. Whoever cached the former one reads it again, by the count of changes.
pub async fn rename(connection: &mut PgConnection, member: MemberId, name: &Name) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE members SET first_name = $2, prefix = $3, last_name = $4 WHERE id = $1")
        .bind(member.0)
        .bind(&name.first_name)
        .bind(&name.prefix)
        .bind(&name.last_name)
        .execute(connection)
        .await
        .map(|_| ())
}
