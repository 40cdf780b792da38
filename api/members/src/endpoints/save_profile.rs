//! `POST /api/users/me/profile`: the member changes their profile. Either all of it is saved or, with an error per
//! invalid field, nothing. An operator who corrects a profile passes the same checks.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::operator_actions::Act;
use fairway_store::profiles::Profile;
use fairway_store::{operator_actions, profiles};
use fairway_text::contact;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A field as it was sent: absent (unchanged), null (emptied) or with a value.
type Sent<T> = Option<Option<T>>;

/// The fields to change. A field that is not sent keeps its value; an empty text or null clears it. Name, e-mail
/// address and all other fields are ignored: they are not changed here.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ProfileRequest {
    /// Required for a complete profile, as are the next six fields and the birth date.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, max_length = 100, pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$")]
    pub initials: Sent<String>,
    /// Street without the house number.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, max_length = 100, pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$")]
    pub street: Sent<String>,
    /// House number with its addition.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, max_length = 100, pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$")]
    pub housenumber: Sent<String>,
    /// In the form of the country: `1234 AB` in the Netherlands, `2000` in Belgium, `48455` in Germany, at most 12 letters
    /// and digits elsewhere. Case and spaces do not matter.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = r"^ *([A-Za-z0-9]([ -]*[A-Za-z0-9])* *)?$")]
    pub postcode: Sent<String>,
    /// ISO 3166-1, two letters; empty: `NL`. It decides the form of the postcode.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = r"^([A-Za-z]{2})?$")]
    pub country: Sent<String>,
    /// City.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, max_length = 100, pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$")]
    pub city: Sent<String>,
    /// A Dutch number, or any number with its country code.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = r"^(0[1-9]([ -]?[0-9]){8}|(\+|00)(31[ -]?[1-9]([ -]?[0-9]){8}|([124-9][0-9]|3[02-9])([ -]?[0-9]){5,13}))?$")]
    pub telephone: Sent<String>,
    /// `M` or `F`.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = r"^[MF]?$")]
    pub gender: Sent<String>,
    /// `YYYY-MM-DD` or `dd-mm-jjjj`, in the past.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = r"^((19|20)[0-9]{2}-(0?[1-9]|1[0-2])-(0?[1-9]|[12][0-9]|3[01])|(0?[1-9]|[12][0-9]|3[01])-(0?[1-9]|1[0-2])-(19|20)[0-9]{2})?$")]
    pub birthdate: Sent<String>,
    /// `NL` and 8 digits.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = r"^([Nn][Ll][0-9]{8})?$")]
    pub gsn: Sent<String>,
    /// Whether the member belongs to a golf club.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<bool>)]
    pub is_club_member: Sent<bool>,
    /// -10 to 54, with at most two decimals; a text may have a comma, and a plus for a handicap below zero.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Handicap>)]
    pub handicap: Sent<Handicap>,
    /// The golf club's name.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>, max_length = 100, pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$")]
    pub golfassociation: Sent<String>,
}

/// As a number, or as a person types it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Handicap {
    /// With a point.
    Number(f64),
    /// Also with a comma, and with a plus for a handicap below zero.
    Text(String),
}

impl PartialSchema for Handicap {
    fn schema() -> RefOr<Schema> {
        let typed = "^([+-]?[0-9]([.,][0-9]{1,2})?|[+-]10([.,]0{1,2})?|([1-4][0-9]|5[0-3])([.,][0-9]{1,2})?|54([.,]0{1,2})?)?$";
        let number = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(-10)).maximum(Some(54));
        let number = number.multiple_of(Some(0.01)).examples([json!(18.4)]);
        let text =
            ObjectBuilder::new().schema_type(Type::String).pattern(Some(typed)).examples([json!("18,4")]);
        Schema::from(OneOfBuilder::new().item(number).item(text).build()).into()
    }
}

impl ToSchema for Handicap {}

fn sent<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Sent<T>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Saved.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileSaved {
    /// Always true.
    pub success: bool,
    /// Always empty.
    pub errors: BTreeMap<String, String>,
}

/// Change the member's profile
#[utoipa::path(
    post,
    path = "/api/users/me/profile",
    tag = "users",
    request_body = ProfileRequest,
    responses(
        (status = 200, description = "Saved", body = ProfileSaved),
        (status = 422, description = "The problem of each invalid field; nothing was saved",
         body = FailureBody),
    )
)]
pub(crate) async fn save_profile(
    State(common): State<Common>,
    caller: Caller,
    JsonBody(request): JsonBody<ProfileRequest>,
) -> Result<Json<ProfileSaved>, Failure> {
    let old = profiles::read(&common.pool, caller.id()).await?.ok_or_else(Failure::unauthorized)?;
    let new = request.checked(old.clone(), common.clock.today()).map_err(Failure::invalid)?;
    save(&common, &caller, &old, &new).await?;
    Ok(Json(ProfileSaved { success: true, errors: BTreeMap::new() }))
}

/// Saves a profile. A change by an operator under the member's account is recorded: the operator, the reason and the
/// fields, without their values.
async fn save(common: &Common, caller: &Caller, old: &Profile, new: &Profile) -> Result<(), Failure> {
    let fields = old.changed_to(new);
    let Some(by) = caller.impersonation.as_ref().filter(|_| !fields.is_empty()) else {
        let mut connection = common.pool.acquire().await?;
        return Ok(profiles::save(&mut connection, caller.id(), new).await?);
    };
    let mut transaction = common.pool.begin().await?;
    profiles::save(&mut transaction, caller.id(), new).await?;
    let act = Act::ChangedProfile { fields };
    operator_actions::record(&mut transaction, caller.id(), by, &act, common.clock.now()).await?;
    Ok(transaction.commit().await?)
}

impl ProfileRequest {
    /// The profile to store.
    ///
    /// # Errors
    /// Every invalid field, with its Dutch sentence.
    pub fn checked(self, old: Profile, today: NaiveDate) -> Result<Profile, BTreeMap<String, String>> {
        let mut errors = Errors(BTreeMap::new());
        // Cleared, it is the Netherlands again.
        let sent = Some(Some(self.country.map_or_else(|| old.country.clone(), Option::unwrap_or_default)));
        let country = errors.text("country", sent, old.country, contact::country);
        let new = Profile {
            initials: errors.text("initials", self.initials, old.initials, contact::line),
            street: errors.text("street", self.street, old.street, contact::line),
            housenumber: errors.text("housenumber", self.housenumber, old.housenumber, contact::line),
            // Also where the country alone changes.
            postcode: errors.text(
                "postcode",
                self.postcode.or(Some(Some(old.postcode.clone()))),
                old.postcode,
                |text| contact::postcode(text, &country),
            ),
            country: country.clone(),
            city: errors.text("city", self.city, old.city, contact::line),
            gsn: errors.text("gsn", self.gsn, old.gsn, contact::gsn),
            telephone: errors
                .text("telephone", self.telephone, old.telephone, |text| contact::telephone(text, &country)),
            gender: errors.text("gender", self.gender, old.gender, contact::gender),
            birthdate: errors
                .field("birthdate", self.birthdate, old.birthdate, |text| contact::birthdate(text, today)),
            is_club_member: self.is_club_member.map_or(old.is_club_member, Option::unwrap_or_default),
            handicap: errors.field("handicap", self.handicap, old.handicap, |handicap| match handicap {
                Handicap::Number(number) => contact::handicap(*number).map(Some),
                Handicap::Text(text) => contact::typed_handicap(text),
            }),
            golfassociation: errors.text(
                "golfassociation",
                self.golfassociation,
                old.golfassociation,
                contact::line,
            ),
        };
        if errors.0.is_empty() { Ok(new) } else { Err(errors.0) }
    }
}

/// Collects the errors.
struct Errors(BTreeMap<String, String>);

impl Errors {
    fn text(
        &mut self,
        name: &str,
        sent: Sent<String>,
        old: String,
        rule: impl Fn(&str) -> Result<String, &'static str>,
    ) -> String {
        self.field(name, sent, old, |text| rule(text))
    }

    fn field<S, T: Default>(
        &mut self,
        name: &str,
        sent: Sent<S>,
        old: T,
        rule: impl Fn(&S) -> Result<T, &'static str>,
    ) -> T {
        match sent {
            None => old,
            Some(None) => T::default(),
            Some(Some(value)) => rule(&value).unwrap_or_else(|sentence| {
                self.0.insert(name.to_owned(), sentence.to_owned());
                old
            }),
        }
    }
}
