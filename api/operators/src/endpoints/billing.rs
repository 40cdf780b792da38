//! `/operator/api/billing` and `/operator/api/clubs/{club}/billing`: who the portal's own company and clubs are on invoices
//! (docs/domain.md §3.30). A closed month keeps what it has.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_operator_accounts::access::{ManageStatements, Permitted, SeeStatements};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_statements::billing::{self, BillingDetails};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::club_settlement::settled;
use crate::act::Acting;

/// The act on details.
const CHANGE: &str = "change billing";

/// The details of the portal's own company.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnBilling {
    /// Null: nobody wrote them yet.
    pub billing: Option<BillingDetails>,
}

/// The details of the portal's own company
#[utoipa::path(
    get,
    path = "/operator/api/billing",
    operation_id = "operator_own_billing",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    responses((status = 200, description = "The details", body = OwnBilling)),
)]
pub(crate) async fn own(
    State(common): State<Common>,
    _: Permitted<SeeStatements>,
) -> Result<Json<OwnBilling>, OperatorFailure> {
    Ok(Json(OwnBilling { billing: billing::own(&common).await?.map(BillingDetails::from) }))
}

/// An organisation on an invoice, and why it is changed.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SetBilling {
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
    /// Why; one line.
    pub reason: String,
}

impl SetBilling {
    fn checked(self) -> Result<fairway_events::BillingDetails, OperatorFailure> {
        let Self { name, street, postal_code, city, registration, vat_number, iban, reason: _ } = self;
        let details = BillingDetails { name, street, postal_code, city, registration, vat_number, iban };
        details.checked().map_err(OperatorFailure::invalid_fields)
    }
}

/// Write the details of the portal's own company
#[utoipa::path(
    post,
    path = "/operator/api/billing",
    operation_id = "operator_set_own_billing",
    tag = "statements",
    security(("operator" = ["admin"])),
    request_body = SetBilling,
    responses((status = 200, description = "They are on later invoices", body = Changed)),
)]
pub(crate) async fn set_own(
    State(common): State<Common>,
    permitted: Permitted<ManageStatements>,
    OperatorBody(new): OperatorBody<SetBilling>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &new.reason).await?;
    let details = new.checked()?;
    acting.record(CHANGE, "the portal's own company".to_owned(), None).await?;
    billing::store_own(&common, &details, &acting.by.name).await?;
    Ok(Json(Changed {}))
}

/// Write a club's details
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/billing",
    operation_id = "operator_set_club_billing",
    tag = "statements",
    security(("operator" = ["admin"])),
    params(("club" = String, Path, description = "The club's slug")),
    request_body = SetBilling,
    responses(
        (status = 200, description = "They are on later invoices", body = Changed),
        (status = 404, description = "There is no such club", body = FailureBody),
    ),
)]
pub(crate) async fn set_of_club(
    State(common): State<Common>,
    permitted: Permitted<ManageStatements>,
    PathText(club): PathText,
    OperatorBody(new): OperatorBody<SetBilling>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &new.reason).await?;
    let club = settled(&common, &club).await?;
    let details = new.checked()?;
    acting.record(CHANGE, format!("club {club}"), None).await?;
    billing::store_of_club(&common, &club, &details, &acting.by.name).await?;
    Ok(Json(Changed {}))
}
