//! Who clubs and the portal's own company are on invoices. Only operators read and write it.

use std::collections::BTreeMap;

use fairway_documents::invoice::check_billing;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::ClubId;
use fairway_store::club_billing;
use fairway_text::contact::{HOME, postcode};
use fairway_text::{code, line};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An organisation on an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BillingDetails {
    /// Its legal name.
    pub name: String,
    /// Street and number.
    pub street: String,
    /// `1234 AB`.
    pub postal_code: String,
    /// The town.
    pub city: String,
    /// The number at the Chamber of Commerce: eight digits.
    pub registration: String,
    /// `NL123456789B01`.
    pub vat_number: String,
    /// The account.
    pub iban: String,
}

impl From<fairway_events::BillingDetails> for BillingDetails {
    fn from(details: fairway_events::BillingDetails) -> Self {
        let fairway_events::BillingDetails {
            name,
            street,
            postal_code,
            city,
            registration,
            vat_number,
            iban,
        } = details;
        Self { name, street, postal_code, city, registration, vat_number, iban }
    }
}

impl BillingDetails {
    /// The details as they are stored, however they were typed.
    ///
    /// # Errors
    /// What is wrong, by field. Operators read it.
    pub fn checked(&self) -> Result<fairway_events::BillingDetails, BTreeMap<String, String>> {
        let details = fairway_events::BillingDetails {
            name: words(&self.name),
            street: words(&self.street),
            postal_code: postcode(&self.postal_code, HOME).unwrap_or_default(),
            city: words(&self.city),
            registration: sign(&self.registration),
            vat_number: sign(&self.vat_number),
            iban: sign(&self.iban),
        };
        let problems = check_billing(&details);
        if problems.is_empty() {
            return Ok(details);
        }
        Err(problems.into_iter().map(|(field, problem)| (field.to_owned(), problem.to_owned())).collect())
    }
}

/// One line with single spaces.
fn words(text: &str) -> String {
    line(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Capitals and digits, without the blanks and points between groups of them.
fn sign(text: &str) -> String {
    code(text).chars().filter(|char| !matches!(char, ' ' | '.')).flat_map(char::to_uppercase).collect()
}

/// Those of a club; none: nobody wrote them yet.
///
/// # Errors
/// When the database does not answer.
pub async fn of_club(
    common: &Common,
    club: &ClubId,
) -> Result<Option<fairway_events::BillingDetails>, Failure> {
    Ok(club_billing::of_club(&common.pool, club).await?)
}

/// Those of the portal's own company; none: nobody wrote them yet.
///
/// # Errors
/// When the database does not answer.
pub async fn own(common: &Common) -> Result<Option<fairway_events::BillingDetails>, Failure> {
    Ok(club_billing::own(&common.pool).await?)
}

/// Stores those of a club, in the name of an operator. Months that are closed keep what they have.
///
/// # Errors
/// When the database does not answer.
pub async fn store_of_club(
    common: &Common,
    club: &ClubId,
    details: &fairway_events::BillingDetails,
    operator: &str,
) -> Result<(), Failure> {
    Ok(club_billing::store_of_club(&common.pool, club, details, operator, common.clock.now()).await?)
}

/// Stores those of the portal's own company, in the name of an operator.
///
/// # Errors
/// When the database does not answer.
pub async fn store_own(
    common: &Common,
    details: &fairway_events::BillingDetails,
    operator: &str,
) -> Result<(), Failure> {
    Ok(club_billing::store_own(&common.pool, details, operator, common.clock.now()).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> BillingDetails {
        BillingDetails {
            name: " Golfclub  De Es ".to_owned(),
            street: "Dreef 1".to_owned(),
            postal_code: "9751ab".to_owned(),
            city: "Haren".to_owned(),
            registration: "1234 5678".to_owned(),
            vat_number: "nl 1234.56.782.b90".to_owned(),
            iban: "NL91 abna 0417 1643 00".to_owned(),
        }
    }

    #[test]
    fn details_are_stored_in_one_form() {
        let stored = typed().checked().expect("valid details");
        assert_eq!(stored.name, "Golfclub De Es");
        assert_eq!((stored.postal_code.as_str(), stored.registration.as_str()), ("9751 AB", "12345678"));
        assert_eq!(stored.vat_number, "NL123456782B90");
        assert_eq!(stored.iban, "NL91ABNA0417164300");
        assert_eq!(BillingDetails::from(stored.clone()).checked(), Ok(stored));
    }

    #[test]
    fn what_is_wrong_is_named_by_its_field() {
        let wrong =
            BillingDetails { iban: "NL91ABNA0417164301".to_owned(), postal_code: "x".to_owned(), ..typed() };
        let problems = wrong.checked().expect_err("two wrong fields");
        assert_eq!(problems.into_keys().collect::<Vec<_>>(), ["iban", "postal_code"]);
    }
}
