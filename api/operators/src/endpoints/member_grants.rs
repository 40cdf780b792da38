//! Operators give a member vouchers, a pass, or a forfeited right back. Each gift is an event, with the operator and
//! the reason beside it.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use chrono::{Days, NaiveDate};
use fairway_command::{Command, GrantVoucher, ReturnForfeitedRight, StartSubscription};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_endpoint::shapes::RoundLength;
use fairway_events::{BookingId, Holes, PlaceId, SubscriptionId, VoucherId, VoucherKind};
use fairway_operator_accounts::access::{ActForMembers, Grant, Permitted};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::shop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::act::Acting;

/// Vouchers that one request grants, at most.
const MOST_VOUCHERS: u32 = 10;
/// Rounds of a pass, at most: one for each day of a leap year.
const MOST_ROUNDS: u32 = 366;
/// Rounds of a month, at most.
const MOST_IN_MONTH: u32 = 31;
/// The longest term of a pass or a voucher, in days: five years.
const LONGEST_TERM: u64 = 5 * 366;
/// A million euros: more is a typing mistake.
const MOST_CENTS: i64 = 100_000_000;

/// Vouchers for a member.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GrantVouchers {
    /// Why; one line.
    pub reason: String,
    /// Longest round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
    /// The title that the member sees, one of the settings.
    pub title: String,
    /// Last valid day.
    pub expires: NaiveDate,
    /// How many, 1 to 10.
    pub count: u32,
    /// Random, made for this request: a repetition grants nothing twice.
    pub request: Uuid,
}

/// The names that a granted voucher or pass may have.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GrantNames {
    /// Titles of vouchers, by the settings.
    pub voucher_titles: Vec<String>,
    /// Names of passes, by the settings.
    pub pass_names: Vec<String>,
}

impl From<shop::GrantNames> for GrantNames {
    fn from(shop::GrantNames { voucher_titles, pass_names }: shop::GrantNames) -> Self {
        Self { voucher_titles, pass_names }
    }
}

/// The vouchers that the member has now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GrantedVouchers {
    /// Their ids.
    pub vouchers: Vec<Uuid>,
}

/// Give a member vouchers
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/vouchers",
    operation_id = "operator_grant_vouchers",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = GrantVouchers,
    responses(
        (status = 200, description = "The member has them", body = GrantedVouchers),
        (status = 404, description = "There is no such member", body = FailureBody),
    ),
)]
pub(crate) async fn grant_vouchers(
    State(common): State<Common>,
    permitted: Permitted<Grant>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<GrantVouchers>,
) -> Result<Json<GrantedVouchers>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let mut problems = Problems::default();
    let names = shop::grant_names(&common.pool).await?;
    problems.one_of("title", &request.title, &names.voucher_titles);
    let holes = problems.holes("holes", request.holes);
    problems.day("expires", request.expires, common.clock.today());
    problems.number("count", request.count, 1, MOST_VOUCHERS);
    problems.done()?;
    let mut vouchers = Vec::new();
    for number in 0..request.count {
        let voucher = VoucherId(Uuid::new_v5(&request.request, format!("voucher {number}").as_bytes()));
        let command = Command::GrantVoucher(GrantVoucher {
            member: person.id,
            voucher,
            kind: VoucherKind::Bonus,
            title: request.title.clone(),
            holes,
            expires: request.expires,
        });
        acting.carry_out("grant voucher", format!("voucher {voucher}"), Some(person.id), command).await?;
        vouchers.push(voucher.0);
    }
    Ok(Json(GrantedVouchers { vouchers }))
}

/// A pass for a member.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GrantPass {
    /// Why; one line.
    pub reason: String,
    /// The name that the member sees, one of the settings.
    pub name: String,
    /// First valid day.
    pub startdate: NaiveDate,
    /// Last valid day.
    pub enddate: NaiveDate,
    /// Rounds over the term.
    pub max: u32,
    /// Rounds per calendar month; null: no limit.
    pub per_month: Option<u32>,
    /// Longest round.
    #[schema(value_type = RoundLength)]
    pub max_holes: u8,
    /// Price in euro cents; 0 for a present.
    pub amount_cents: i64,
    /// Random, made for this request: a repetition grants nothing twice.
    pub request: Uuid,
}

/// The pass that the member has now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GrantedPass {
    /// Its id.
    pub subscription: Uuid,
}

/// Give a member a pass
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/passes",
    operation_id = "operator_grant_pass",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = GrantPass,
    responses(
        (status = 200, description = "The member has it", body = GrantedPass),
        (status = 404, description = "There is no such member", body = FailureBody),
    ),
)]
pub(crate) async fn grant_pass(
    State(common): State<Common>,
    permitted: Permitted<Grant>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<GrantPass>,
) -> Result<Json<GrantedPass>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let mut problems = Problems::default();
    let names = shop::grant_names(&common.pool).await?;
    problems.one_of("name", &request.name, &names.pass_names);
    let max_holes = problems.holes("max_holes", request.max_holes);
    problems.day("enddate", request.enddate, common.clock.today());
    if request.enddate < request.startdate {
        problems.add("enddate", "The pass must not end before it begins.");
    }
    if request.startdate.checked_add_days(Days::new(LONGEST_TERM)).is_none_or(|last| last < request.enddate) {
        problems.add("startdate", "A pass is valid for five years at most.");
    }
    problems.number("max", request.max, 1, MOST_ROUNDS);
    if let Some(per_month) = request.per_month {
        problems.number("per_month", per_month, 1, MOST_IN_MONTH);
    }
    if !(0..=MOST_CENTS).contains(&request.amount_cents) {
        problems.add("amount_cents", "Write an amount from 0 to 1,000,000 euros.");
    }
    problems.done()?;
    let subscription = SubscriptionId(Uuid::new_v5(&request.request, b"pass"));
    let command = Command::StartSubscription(StartSubscription {
        member: person.id,
        subscription,
        name: request.name,
        startdate: request.startdate,
        enddate: request.enddate,
        paymentdate: None,
        amount_cents: request.amount_cents,
        max: request.max,
        per_month: request.per_month,
        max_holes,
    });
    acting.carry_out("grant pass", format!("pass {subscription}"), Some(person.id), command).await?;
    Ok(Json(GrantedPass { subscription: subscription.0 }))
}

/// A forfeited right.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReturnRight {
    /// Why; one line.
    pub reason: String,
    /// The booking.
    pub booking_id: Uuid,
    /// The member's place in it, which forfeited the right.
    pub place_id: Uuid,
}

/// Give a forfeited right back
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/forfeitures/return",
    operation_id = "operator_return_right",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = ReturnRight,
    responses(
        (status = 200, description = "The member has it back", body = Changed),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "The right was not forfeited", body = FailureBody),
    ),
)]
pub(crate) async fn return_right(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<ReturnRight>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let (booking, place) = (BookingId(request.booking_id), PlaceId(request.place_id));
    let found = common.reads.booking(booking).await?;
    let is_theirs = found
        .as_ref()
        .and_then(|booking| booking.place(place))
        .is_some_and(|place| place.member == person.id);
    if !is_theirs {
        return Err(OperatorFailure::invalid_field("place_id", "This place is not the member's."));
    }
    let command = Command::ReturnForfeitedRight(ReturnForfeitedRight { booking, place });
    acting.carry_out("give right back", format!("booking {booking}"), Some(person.id), command).await?;
    Ok(Json(Changed {}))
}

/// The first problem of each field, as a sentence.
#[derive(Debug, Default)]
struct Problems(BTreeMap<String, String>);

impl Problems {
    fn add(&mut self, field: &str, sentence: &str) {
        self.0.entry(field.to_owned()).or_insert_with(|| sentence.to_owned());
    }

    /// A name of the settings: it is stored for good, so nobody writes it for one member.
    fn one_of(&mut self, field: &str, name: &str, names: &[String]) {
        if !names.iter().any(|known| known == name) {
            let known = names.join("”, “");
            self.add(
                field,
                &format!("Choose a name of the settings: “{known}”. Who edits the content can add one."),
            );
        }
    }

    fn holes(&mut self, field: &str, count: u8) -> Holes {
        Holes::try_from(count).unwrap_or_else(|_| {
            self.add(field, "Choose 9 or 18 holes.");
            Holes::Nine
        })
    }

    /// A last valid day is today or later, within five years.
    fn day(&mut self, field: &str, day: NaiveDate, today: NaiveDate) {
        let last = today.checked_add_days(Days::new(LONGEST_TERM)).unwrap_or(NaiveDate::MAX);
        if day < today || day > last {
            self.add(field, "Choose a day from today on, within five years.");
        }
    }

    fn number(&mut self, field: &str, number: u32, lowest: u32, highest: u32) {
        if !(lowest..=highest).contains(&number) {
            self.add(field, &format!("Write a number from {lowest} to {highest}."));
        }
    }

    fn done(self) -> Result<(), OperatorFailure> {
        if self.0.is_empty() { Ok(()) } else { Err(OperatorFailure::invalid_fields(self.0)) }
    }
}
