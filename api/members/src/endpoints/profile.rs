//! `GET /api/users/me/profile`: what the member entered about themselves.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_store::profiles;
use serde::Serialize;
use utoipa::ToSchema;

/// A profile. Texts are empty when unknown.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileFields {
    /// The member cannot change it.
    #[serde(rename = "firstName")]
    pub first_name: String,
    /// The member cannot change it.
    pub prefix: String,
    /// The member cannot change it.
    #[serde(rename = "lastName")]
    pub last_name: String,
    /// `J.P.`
    pub initials: String,
    /// Street without the house number.
    pub street: String,
    /// House number with its addition.
    pub housenumber: String,
    /// In the form of its country: `1234 AB`
    pub postcode: String,
    /// ISO 3166-1, two capitals: `NL`
    pub country: String,
    /// City.
    pub city: String,
    /// Federation number: `NL` and 8 digits.
    pub gsn: String,
    /// The member changes it elsewhere, by a link that is mailed to the new address.
    pub email: String,
    /// E.164.
    pub telephone: String,
    /// `M` or `F`.
    pub gender: String,
    /// `YYYY-MM-DD`
    pub birthdate: String,
    /// Whether the member belongs to a golf club.
    pub is_club_member: bool,
    /// -10 to 54, in hundredths.
    pub handicap: Option<f64>,
    /// The golf club's name.
    pub golfassociation: String,
}

/// A profile.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileAnswer {
    /// Always true.
    pub success: bool,
    /// The profile.
    pub data: ProfileFields,
    /// Always empty: a stored profile is valid.
    pub errors: BTreeMap<String, String>,
}

/// The member's profile
#[utoipa::path(
    get,
    path = "/api/users/me/profile",
    tag = "users",
    responses(
        (status = 200, description = "The profile", body = ProfileAnswer),
    )
)]
pub(crate) async fn profile(
    State(common): State<Common>,
    caller: Caller,
) -> Result<Json<ProfileAnswer>, Failure> {
    let profile = profiles::read(&common.pool, caller.id()).await?.ok_or_else(Failure::unauthorized)?;
    let member = caller.member;
    let data = ProfileFields {
        first_name: member.first_name,
        prefix: member.prefix,
        last_name: member.last_name,
        initials: profile.initials,
        street: profile.street,
        housenumber: profile.housenumber,
        postcode: profile.postcode,
        country: profile.country,
        city: profile.city,
        gsn: profile.gsn,
        email: member.email,
        telephone: profile.telephone,
        gender: profile.gender,
        birthdate: profile.birthdate.map(|day| day.to_string()).unwrap_or_default(),
        is_club_member: profile.is_club_member,
        handicap: profile.handicap,
        golfassociation: profile.golfassociation,
    };
    Ok(Json(ProfileAnswer { success: true, data, errors: BTreeMap::new() }))
}
