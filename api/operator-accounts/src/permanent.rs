//! Texts of operators that are kept for good: reasons and notices.

use fairway_audit::permanent_text::{PermanentText, Refusal};
use fairway_endpoint::common::Common;
use fairway_store::operator_actions::{self, ScreenAct};

use crate::access::Operator;
use crate::failure::OperatorFailure;

/// A text that may be kept for good, or what is wrong with its field. A refusal that tells of a member is recorded: each
/// time, and never the name.
///
/// # Errors
/// As [`refused_text`].
pub async fn permanent(
    common: &Common,
    operator: &Operator,
    field: &str,
    text: &str,
) -> Result<PermanentText, OperatorFailure> {
    let checked = PermanentText::check(&common.pool, text).await;
    if let Err(Refusal::Name(_)) = &checked {
        let act = ScreenAct {
            action: "view",
            subject: "a member's name in a refused text".to_owned(),
            member: None,
            reason: PermanentText::stored(String::new()),
        };
        operator_actions::record_at_screen(&common.pool, &operator.acting(), &act, common.clock.now())
            .await?;
    }
    checked.map_err(|refusal| refused_text(field, refusal))
}

/// The failure for a refused text that would be kept for good: a sentence on its field, or the database's error.
#[must_use]
pub fn refused_text(field: &str, refusal: Refusal) -> OperatorFailure {
    match refusal {
        Refusal::Database(error) => error.into(),
        Refusal::NotOneLine if field == "reason" => {
            OperatorFailure::invalid_field(field, "Write a reason: one line of at most 200 characters.")
        }
        Refusal::NotOneLine if field == "notice" => OperatorFailure::invalid_field(
            field,
            "Write what members read, in Dutch: one line of at most 100 characters.",
        ),
        refusal => OperatorFailure::invalid_field(field, refusal.to_string()),
    }
}
