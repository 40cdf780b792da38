//! `POST /operator/api/members/{id}/profile`: support corrects what a member cannot change, such as a name, or does not get
//! right. The values pass the checks of the member's own form. The record and the mail name the fields, never a value.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_audit::permanent_text::Concerned;
use fairway_clock::random;
use fairway_documents::PersonName;
use fairway_documents::mail::ProfileCorrected;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::MemberId;
use fairway_members::endpoints::save_profile::ProfileRequest;
use fairway_operator_accounts::access::{CorrectProfiles, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::refused_text;
use fairway_store::operator_actions::ScreenAct;
use fairway_store::outbox::Recipient;
use fairway_store::profiles::{Name, Profile};
use fairway_store::{PgConnection, erasures, operator_actions, profiles};
use fairway_text::contact;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::act::{self, Acting};
use crate::state::Operators;

/// How the record names the act.
const ACTION: &str = "correct profile";
/// A field that takes any line.
const NO_LINE: &str = "Write one line of at most 100 characters.";

/// What an operator can correct of a profile; each text is empty when there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ProfileTexts {
    /// `Jan`
    pub first_name: String,
    /// `de`
    pub prefix: String,
    /// `Vries`
    pub last_name: String,
    /// `J.P.`
    pub initials: String,
    /// Without the number.
    pub street: String,
    /// With its addition: `12a`.
    pub housenumber: String,
    /// In the form of its country.
    pub postcode: String,
    /// ISO 3166-1, two capitals.
    pub country: String,
    /// Town.
    pub city: String,
    /// E.164.
    pub telephone: String,
    /// Federation number.
    pub gsn: String,
    /// `1968-04-17`
    pub birthdate: String,
}

impl ProfileTexts {
    pub(super) fn new(name: Name, profile: Profile) -> Self {
        Self {
            first_name: name.first_name,
            prefix: name.prefix,
            last_name: name.last_name,
            initials: profile.initials,
            street: profile.street,
            housenumber: profile.housenumber,
            postcode: profile.postcode,
            country: profile.country,
            city: profile.city,
            telephone: profile.telephone,
            gsn: profile.gsn,
            birthdate: profile.birthdate.map(|day| day.to_string()).unwrap_or_default(),
        }
    }

    fn changed_to(&self, new: &Self) -> Vec<&'static Field> {
        FIELDS.iter().filter(|field| (field.of)(self) != (field.of)(new)).collect()
    }
}

/// A field of a profile.
struct Field {
    /// In the API and the record.
    name: &'static str,
    /// In the mail to the member.
    dutch: &'static str,
    /// The sentence beside a value that is refused: the members' own ones are Dutch.
    wrong: &'static str,
    of: fn(&ProfileTexts) -> &str,
}

#[rustfmt::skip]
static FIELDS: [Field; 12] = [
    Field { name: "first_name", dutch: "voornaam", of: |texts| &texts.first_name,
        wrong: "Enter the first name: one line of at most 100 characters." },
    Field { name: "prefix", dutch: "tussenvoegsel", of: |texts| &texts.prefix, wrong: NO_LINE },
    Field { name: "last_name", dutch: "achternaam", of: |texts| &texts.last_name,
        wrong: "Enter the last name: one line of at most 100 characters." },
    Field { name: "initials", dutch: "voorletters", of: |texts| &texts.initials, wrong: NO_LINE },
    Field { name: "street", dutch: "straat", of: |texts| &texts.street, wrong: NO_LINE },
    Field { name: "housenumber", dutch: "huisnummer", of: |texts| &texts.housenumber, wrong: NO_LINE },
    Field { name: "postcode", dutch: "postcode", of: |texts| &texts.postcode,
        wrong: "This is no postcode of the country: 1234 AB in NL, 2000 in BE, 48455 in DE." },
    Field { name: "country", dutch: "land", of: |texts| &texts.country,
        wrong: "Enter the two letters of a country, such as NL." },
    Field { name: "city", dutch: "woonplaats", of: |texts| &texts.city, wrong: NO_LINE },
    Field { name: "telephone", dutch: "telefoonnummer", of: |texts| &texts.telephone,
        wrong: "Enter a telephone number, such as 06 12345678 or +32 470 12 34 56." },
    Field { name: "gsn", dutch: "GSN", of: |texts| &texts.gsn, wrong: "A GSN is NL and 8 digits." },
    Field { name: "birthdate", dutch: "geboortedatum", of: |texts| &texts.birthdate,
        wrong: "Enter a day of the past from 1900 on, such as 1968-04-17." },
];

/// What is wrong with a value, by the field's name.
fn wrong(field: &str) -> String {
    let known = FIELDS.iter().find(|known| known.name == field);
    known.map_or("This value is not valid.", |known| known.wrong).to_owned()
}

/// A correction of a profile. A field that is not sent, or null, keeps its value; an empty text clears it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CorrectProfile {
    /// Why; one line without a name, former or new, which is kept for good.
    pub reason: String,
    /// The profile as the operator read it: it must be the stored one still.
    pub seen: ProfileTexts,
    /// Not empty.
    pub first_name: Option<String>,
    /// The part between the names.
    pub prefix: Option<String>,
    /// Not empty.
    pub last_name: Option<String>,
    /// `J.P.`
    pub initials: Option<String>,
    /// Without the number.
    pub street: Option<String>,
    /// With its addition.
    pub housenumber: Option<String>,
    /// In the form of the country.
    pub postcode: Option<String>,
    /// ISO 3166-1, two letters; empty: `NL`.
    pub country: Option<String>,
    /// Town.
    pub city: Option<String>,
    /// A number of the country, or any number with its country code.
    pub telephone: Option<String>,
    /// `NL` and 8 digits.
    pub gsn: Option<String>,
    /// `1968-04-17`
    pub birthdate: Option<String>,
}

/// A corrected profile.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CorrectedProfile {
    /// The fields that changed, by their names in the request; none: nothing was recorded or mailed.
    pub changed: Vec<String>,
}

/// Correct a member's profile
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/profile",
    operation_id = "operator_correct_profile",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = CorrectProfile,
    responses(
        (status = 200, description = "It is corrected; a mail tells the member which fields", body = CorrectedProfile),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "It was changed since it was read: `errors` names the fields, `current` is the profile now",
         body = FailureBody),
    ),
)]
pub(crate) async fn correct(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<CorrectProfiles>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<CorrectProfile>,
) -> Result<Json<CorrectedProfile>, OperatorFailure> {
    let common = &operators.common;
    let acting = Acting::new(common, &permitted.operator, &request.reason).await?;
    let member = acting.person(&id).await?.id;
    let mut transaction = common.pool.begin().await?;
    let Some((name, old)) = locked(&mut transaction, member).await? else {
        return Err(act::unknown_member(common, member).await?);
    };
    let present = ProfileTexts::new(name.clone(), old.clone());
    let meanwhile = request.seen.changed_to(&present);
    if !meanwhile.is_empty() {
        transaction.rollback().await?;
        acting.record_refused(ACTION, "account", Some(member), "changed meanwhile").await;
        return Err(stale(&meanwhile, &present));
    }
    let (name, profile) = request.checked(name, old, common.clock.today())?;
    let new_names = Concerned { first_name: &name.first_name, last_name: &name.last_name };
    acting.reason.refuse_naming(new_names).map_err(|refusal| refused_text("reason", refusal))?;
    let fields = present.changed_to(&ProfileTexts::new(name.clone(), profile.clone()));
    let changed: Vec<String> = fields.iter().map(|field| field.name.to_owned()).collect();
    if fields.is_empty() {
        return Ok(Json(CorrectedProfile { changed }));
    }
    let now = common.clock.now();
    profiles::rename(&mut transaction, member, &name).await?;
    profiles::save(&mut transaction, member, &profile).await?;
    let act = ScreenAct { subject: changed.join(", "), ..acting.of_account(ACTION, member) };
    operator_actions::record_at_screen(&mut *transaction, &acting.by, &act, now).await?;
    let mail = ProfileCorrected {
        portal: &operators.members.portal,
        recipient: &PersonName::new(name.first_name, name.prefix, name.last_name),
        fields: &fields.iter().map(|field| field.dutch).collect::<Vec<_>>(),
        corrected_at: now,
    };
    let key = format!("profile-corrected:{}", random::new_id(now));
    let to = Recipient::Member(member);
    operators.delivery.outbox.queue(&mut transaction, &key, &to, &mail.compose()).await?;
    transaction.commit().await?;
    operators.delivery.outbox.wake();
    Ok(Json(CorrectedProfile { changed }))
}

/// The name and profile, which nobody else changes until the transaction ends.
async fn locked(
    connection: &mut PgConnection,
    member: MemberId,
) -> Result<Option<(Name, Profile)>, fairway_store::Error> {
    let Some(person) = erasures::lock(&mut *connection, member).await? else { return Ok(None) };
    let name = Name { first_name: person.first_name, prefix: person.prefix, last_name: person.last_name };
    Ok(profiles::read(&mut *connection, member).await?.map(|profile| (name, profile)))
}

/// The member, or another operator, was faster.
fn stale(meanwhile: &[&'static Field], present: &ProfileTexts) -> OperatorFailure {
    let sentences = meanwhile.iter().map(|field| {
        let sentence = match (field.of)(present) {
            "" => "It was emptied after you opened this form.".to_owned(),
            value => format!("It was changed after you opened this form: it is “{value}” now."),
        };
        (field.name, sentence)
    });
    let errors: BTreeMap<&str, String> = sentences.collect();
    OperatorFailure::conflict(json!({
        "success": false,
        "error": "The profile was changed after you opened this form. Compare, and confirm again.",
        "errors": errors,
        "current": present,
    }))
}

impl CorrectProfile {
    /// The name and the profile to store.
    fn checked(
        self,
        old: Name,
        profile: Profile,
        today: NaiveDate,
    ) -> Result<(Name, Profile), OperatorFailure> {
        let mut errors = BTreeMap::new();
        let mut corrected =
            |field: &str, sent: Option<String>, old: String| match sent.as_deref().map(contact::line) {
                None => old,
                Some(Ok(line)) if !line.is_empty() || field == "prefix" => line,
                Some(_) => {
                    errors.insert(field.to_owned(), wrong(field));
                    old
                }
            };
        let name = Name {
            first_name: corrected("first_name", self.first_name, old.first_name),
            prefix: corrected("prefix", self.prefix, old.prefix),
            last_name: corrected("last_name", self.last_name, old.last_name),
        };
        let request = ProfileRequest {
            initials: self.initials.map(Some),
            street: self.street.map(Some),
            housenumber: self.housenumber.map(Some),
            postcode: self.postcode.map(Some),
            country: self.country.map(Some),
            city: self.city.map(Some),
            telephone: self.telephone.map(Some),
            gsn: self.gsn.map(Some),
            birthdate: self.birthdate.map(Some),
            ..ProfileRequest::default()
        };
        match request.checked(profile, today) {
            Ok(profile) if errors.is_empty() => Ok((name, profile)),
            checked => {
                let refused = checked.err().unwrap_or_default();
                errors.extend(refused.into_keys().map(|field| {
                    let sentence = wrong(&field);
                    (field, sentence)
                }));
                Err(OperatorFailure::invalid_fields(errors))
            }
        }
    }
}
