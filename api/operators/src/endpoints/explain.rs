//! `POST /operator/api/explain` and `POST /operator/api/what-if`: why a member could or could not book, and what would
//! have to change. They change nothing; the parameters are too personal for an address.

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_audit::explain::{self, Alternative, Explanation};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_events::Holes;
use fairway_operator_accounts::access::{Operator, Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::subject;
use crate::views;

/// Companions, at most.
const MOST_COMPANIONS: usize = 3;

/// A round that a member could or could not book.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ExplainRequest {
    /// The member who books: e-mail address or id.
    pub member: String,
    /// The play date.
    #[schema(value_type = String, format = Date)]
    pub date: NaiveDate,
    /// The club: slug, name, or a unique part of the name.
    pub club: String,
    /// 9 or 18; null: 18 where the club offers it.
    #[serde(default)]
    pub holes: Option<u8>,
    /// The companions, by e-mail address or id; at most 3.
    #[serde(default)]
    pub with: Vec<String>,
    /// The moment at which it is asked; null: now.
    #[serde(default)]
    pub at: Option<String>,
}

impl ExplainRequest {
    fn checked(self, common: &Common) -> Result<explain::Request, OperatorFailure> {
        let mut texts = [&self.member, &self.club].into_iter().chain(&self.with);
        let is_odd =
            texts.any(|text| text.trim().is_empty() || text.contains('\0') || text.chars().count() > 200);
        drop(texts);
        if is_odd {
            return Err(OperatorFailure::invalid("Name the member, the club and the companions."));
        }
        if self.with.len() > MOST_COMPANIONS {
            return Err(OperatorFailure::invalid_field("with", "At most 3 companions can play along."));
        }
        let holes = match self.holes {
            None => None,
            Some(holes) => {
                let known = Holes::ALL.into_iter().find(|known| known.count() == holes);
                let wrong = || OperatorFailure::invalid_field("holes", "A round has 9 or 18 holes.");
                Some(known.ok_or_else(wrong)?)
            }
        };
        let at = self.at.as_deref().filter(|text| !text.trim().is_empty());
        let at = at.map(|text| subject::moment("at", text)).transpose()?;
        Ok(explain::Request {
            member: self.member,
            date: self.date,
            club: self.club,
            holes,
            with: self.with,
            at,
            clock: Some(common.clock.now()),
        })
    }
}

/// Why a member could or could not book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExplainAnswer {
    /// Each rule with its numbers.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// Other moments that are worth asking about, and what the sentence leaves out.
    pub hints: Vec<String>,
}

impl From<Explanation> for ExplainAnswer {
    fn from(mut explanation: Explanation) -> Self {
        if !explanation.answerable {
            explanation = withheld(explanation);
        }
        let hint = |at| format!("Position {at} asks as it was before that round was booked.");
        let hints = explanation.before_rounds.iter().map(hint).chain(explanation.used_up_hint()).collect();
        Self { hints, explanation }
    }
}

/// The statement that the member was erased, and no answer: an operator reads the headline, and nobody is there who could
/// book.
fn withheld(explanation: Explanation) -> Explanation {
    Explanation {
        caveats: vec![
            "The member was erased: nobody can book in their place, and there is no answer.".to_owned(),
        ],
        findings: Vec::new(),
        bookable: false,
        code: None,
        sentence: None,
        rights: Vec::new(),
        before_rounds: Vec::new(),
        used_up: None,
        ..explanation
    }
}

/// The alternatives to a question.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AlternativesAnswer {
    /// The same question with one thing different, and its answer; none where the question has no answer.
    pub alternatives: Vec<Alternative>,
}

/// Why a member could or could not book
#[utoipa::path(
    post,
    path = "/operator/api/explain",
    operation_id = "operator_explain",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    request_body = ExplainRequest,
    responses(
        (status = 200, description = "Each rule with its numbers", body = ExplainAnswer),
        (status = 422, description = "A part of the question is not known", body = FailureBody),
    ),
)]
pub(crate) async fn explain(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorBody(request): OperatorBody<ExplainRequest>,
) -> Result<Json<ExplainAnswer>, OperatorFailure> {
    let request = request.checked(&common)?;
    open(&common, &permitted.operator, &request).await?;
    let explanation = explain::explain(&common.pool, &request).await?.map_err(OperatorFailure::invalid)?;
    Ok(Json(explanation.into()))
}

/// Find what would have to change
#[utoipa::path(
    post,
    path = "/operator/api/what-if",
    operation_id = "operator_what_if",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    request_body = ExplainRequest,
    responses(
        (status = 200, description = "The same question with one thing different, and its answer",
         body = AlternativesAnswer),
        (status = 422, description = "A part of the question is not known", body = FailureBody),
    ),
)]
pub(crate) async fn what_if(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorBody(request): OperatorBody<ExplainRequest>,
) -> Result<Json<AlternativesAnswer>, OperatorFailure> {
    let request = request.checked(&common)?;
    open(&common, &permitted.operator, &request).await?;
    let alternatives = explain::what_if(&common.pool, &request).await?.map_err(OperatorFailure::invalid)?;
    Ok(Json(AlternativesAnswer { alternatives }))
}

/// Finds the member and the companions, and records that the operator looks at what they may do.
async fn open(
    common: &Common,
    operator: &Operator,
    request: &explain::Request,
) -> Result<(), OperatorFailure> {
    let companions = request.with.iter().map(|text| ("with", text));
    for (field, text) in std::iter::once(("member", &request.member)).chain(companions) {
        let found = views::find(common, operator, "member", text).await?;
        found.map_err(|why| OperatorFailure::invalid_field(field, why))?;
    }
    Ok(())
}
