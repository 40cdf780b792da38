//! Whether the record of an erasure, or of a closed account, would name the member whom it concerns.

use anyhow::ensure;
use fairway_audit::permanent_text::{Concerned, PermanentText};
use fairway_store::erasures::Person;
use fairway_store::operator_actions::OperatorAct;
use fairway_text::email;

/// Refuses an operator's name or reason that names the member whom it concerns. An operator may have the member's first
/// name.
///
/// # Errors
/// When it does.
pub fn refuse(by: &OperatorAct, person: &Person) -> anyhow::Result<()> {
    let reason = by.reason.as_str().to_lowercase();
    let has_address = reason.contains(&person.email) || reason.contains(&email::ascii(&person.email));
    ensure!(
        !has_address && by.reason.refuse_naming(person.names()).is_ok(),
        "the reason is stored permanently: it must not name the member"
    );
    let operator = PermanentText::stored(by.operator.clone());
    let last_name = Concerned { first_name: "", ..person.names() };
    ensure!(
        operator.refuse_naming(last_name).is_ok(),
        "the operator's name is stored permanently and contains the member's last name: write initials, or a number"
    );
    Ok(())
}
