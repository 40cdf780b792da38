//! The files by which the portal's company pays clubs: a transfer to each club of what its closed statements come to
//! together. A statement is in one file only, and a file is the same whenever it is taken: a bank that is given it twice
//! pays once.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_audit::dates::rfc3339;
use fairway_clock::clock::day_of;
use fairway_clock::random;
use fairway_documents::invoice::{self, Debtor, Transfer};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, Month};
use fairway_query::statements::BilledMonth;
use fairway_store::club_payments::{self, PaidStatement, PaymentMessage};
use serde::Serialize;
use utoipa::ToSchema;

use crate::billing;

/// Why there is no such file. Operators read it.
#[derive(Debug, thiserror::Error)]
pub enum PaymentsFailure {
    /// No club is owed something by closed statements that are in no file.
    #[error(
        "There is nothing new to pay: no club is owed anything by closed statements that are in no file."
    )]
    NothingToPay,
    /// Another operator was quicker.
    #[error("Somebody else has just made a payment file. Look at it first.")]
    Overtaken,
    /// Nobody wrote down from which account.
    #[error(
        "Write the billing details of the portal's own company first: the payments are from its account."
    )]
    NoOwnBilling,
    /// It cannot be made now.
    #[error("{}", .0.sentence())]
    Failed(Failure),
}

impl From<Failure> for PaymentsFailure {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// A file that was made.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PaymentFile {
    /// By which the bank knows it.
    pub message_id: String,
    /// When; RFC 3339.
    pub created_at: String,
    /// How many clubs it pays.
    pub transfers: u32,
    /// Together, in euro cents with VAT.
    pub total_cents: i64,
}

/// The file that would be made now.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NextPaymentFile {
    /// How many clubs it would pay; 0: none can be made.
    pub transfers: u32,
    /// Together, in euro cents with VAT.
    pub total_cents: i64,
}

/// What is paid to a club.
#[derive(Debug)]
struct Payment {
    /// All that come to the amount together.
    statements: Vec<(ClubId, Month)>,
    transfer: Transfer,
}

/// Makes a file of the statements until a month that are in none yet, in the name of an operator. Answers its message id.
///
/// # Errors
/// [`PaymentsFailure`].
pub async fn take(common: &Common, month: Month, by: &str) -> Result<String, PaymentsFailure> {
    let payments = unpaid(common, month).await?;
    if payments.is_empty() {
        return Err(PaymentsFailure::NothingToPay);
    }
    let debtor = billing::own(common).await?.ok_or(PaymentsFailure::NoOwnBilling)?;
    let message = PaymentMessage {
        id: message_id(month, &payments),
        debtor_name: debtor.name,
        debtor_iban: debtor.iban,
        created_at: common.clock.now(),
    };
    let statements: Vec<(ClubId, Month)> =
        payments.into_iter().flat_map(|payment| payment.statements).collect();
    let is_taken =
        club_payments::take(&common.pool, &statements, &message, by).await.map_err(Failure::from)?;
    if is_taken { Ok(message.id) } else { Err(PaymentsFailure::Overtaken) }
}

/// The file that [`take`] would make.
pub(crate) async fn next_file(common: &Common, month: Month) -> Result<NextPaymentFile, Failure> {
    let payments = unpaid(common, month).await?;
    Ok(NextPaymentFile {
        transfers: u32::try_from(payments.len()).unwrap_or(u32::MAX),
        total_cents: payments.iter().map(|payment| payment.transfer.cents).sum(),
    })
}

async fn unpaid(common: &Common, last: Month) -> Result<Vec<Payment>, Failure> {
    let taken = club_payments::until(&common.pool, last).await?;
    Ok(payments(common.reads.billed_months_but(&taken, last).await?))
}

/// A file that was made, of those of a month: pain.001; none: there is no such file.
///
/// # Errors
/// When the database does not answer, or does not show all of its statements yet.
pub async fn file(common: &Common, month: Month, message_id: &str) -> Result<Option<Vec<u8>>, Failure> {
    let mut taken = of_month(common, month).await?;
    taken.retain(|paid| paid.message.id == message_id);
    let Some(PaymentMessage { debtor_name, debtor_iban, created_at, .. }) =
        taken.first().map(|paid| paid.message.clone())
    else {
        return Ok(None);
    };
    let statements = statements(common, &taken).await?;
    // A read model that is behind must not make another file of the same id.
    if statements.len() != taken.len() {
        return Err(Failure::unavailable());
    }
    let transfers: Vec<Transfer> = payments(statements).into_iter().map(|payment| payment.transfer).collect();
    let debtor = Debtor { name: debtor_name, iban: debtor_iban };
    let file = invoice::payments(message_id, created_at, day_of(created_at), &debtor, &transfers);
    Ok(Some(file.into_bytes()))
}

/// All statements of the files that were made of a month, or have a statement of it, in the order of the files.
pub(crate) async fn of_month(common: &Common, month: Month) -> Result<Vec<PaidStatement>, Failure> {
    Ok(club_payments::of_month(&common.pool, month, &id_begin(month)).await?)
}

/// The amounts of statements that are in files; those that the read model does not show yet are left out.
pub(crate) async fn statements(
    common: &Common,
    taken: &[PaidStatement],
) -> Result<Vec<BilledMonth>, Failure> {
    let taken: Vec<(ClubId, Month)> = taken.iter().map(|paid| (paid.club.clone(), paid.month)).collect();
    Ok(common.reads.billed_months(&taken).await?)
}

/// The files of statements, in their order.
pub(crate) fn files(taken: &[PaidStatement], statements: &[BilledMonth]) -> Vec<PaymentFile> {
    let of_file = taken.chunk_by(|one, other| one.message.id == other.message.id);
    of_file
        .map(|taken| {
            let clubs = taken.chunk_by(|one, other| one.club == other.club).count();
            let is_of = |statement: &&BilledMonth| {
                taken.iter().any(|paid| paid.club == statement.club && paid.month == statement.month)
            };
            PaymentFile {
                message_id: taken[0].message.id.clone(),
                created_at: rfc3339(taken[0].message.created_at),
                transfers: u32::try_from(clubs).unwrap_or(u32::MAX),
                total_cents: statements.iter().filter(is_of).map(|statement| statement.total).sum(),
            }
        })
        .collect()
}

/// The months of a club that are in a file, each with the day on which the file was made and the bank pays.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn paid_on(common: &Common, club: &ClubId) -> Result<HashMap<Month, NaiveDate>, Failure> {
    let made = club_payments::of_club(&common.pool, club).await?;
    Ok(made.into_iter().map(|(month, at)| (month, day_of(at))).collect())
}

/// What is paid to each club for its statements. One that is owed nothing by them together is left out.
fn payments(mut statements: Vec<BilledMonth>) -> Vec<Payment> {
    statements.sort_by(|one, other| (&one.club, other.month).cmp(&(&other.club, one.month)));
    let of_clubs = statements.chunk_by(|one, other| one.club == other.club);
    let mut payments: Vec<Payment> = of_clubs.filter_map(payment).collect();
    payments.sort_by(|one, other| one.transfer.invoice_number.cmp(&other.transfer.invoice_number));
    payments
}

/// Of one club, the latest first: to the account of the latest invoice.
fn payment(statements: &[BilledMonth]) -> Option<Payment> {
    let (latest, earlier) = statements.split_first()?;
    let cents: i64 = statements.iter().map(|statement| statement.total).sum();
    let transfer = Transfer {
        invoice_number: latest.invoice.number.clone(),
        earlier: earlier.iter().map(|statement| statement.invoice.number.clone()).collect(),
        creditor: latest.invoice.supplier.name.clone(),
        iban: latest.invoice.supplier.iban.clone(),
        cents,
    };
    let statements = statements.iter().map(|statement| (statement.club.clone(), statement.month)).collect();
    (cents > 0).then_some(Payment { statements, transfer })
}

/// How the id of each file that was made of a month begins.
fn id_begin(month: Month) -> String {
    format!("FAIRWAY-{month}-")
}

/// Another one for other payments. At most 35 characters.
fn message_id(month: Month, payments: &[Payment]) -> String {
    let transfers = payments.iter().map(|payment| &payment.transfer);
    let numbers: Vec<&str> = transfers
        .flat_map(|transfer| std::iter::once(&transfer.invoice_number).chain(&transfer.earlier))
        .map(String::as_str)
        .collect();
    let digest = hex::encode(random::digest(numbers.join("\n").as_bytes()));
    format!("{}{}", id_begin(month), &digest[..12])
}

#[cfg(test)]
mod tests {
    use fairway_events::Invoice;

    use super::*;
    use crate::testing::{date, details, month};

    fn closed(club: &str, of: &str, total: i64) -> BilledMonth {
        let invoice = Invoice {
            number: format!("{club}-{of}"),
            issued_on: date("2026-12-02"),
            supplier: details(&format!("{club} in {of}")),
            customer: details("Portal"),
        };
        BilledMonth { club: ClubId::from(club), month: month(of), total, invoice: Box::new(invoice) }
    }

    fn paid(club: &str, of: &str, id: &str) -> PaidStatement {
        let message = PaymentMessage {
            id: id.to_owned(),
            debtor_name: "Portal".to_owned(),
            debtor_iban: "NL91ABNA0417164300".to_owned(),
            created_at: "2026-12-02T10:00:00Z".parse().expect("an instant"),
        };
        PaidStatement { club: ClubId::from(club), month: month(of), message }
    }

    #[test]
    fn a_club_is_paid_what_its_statements_come_to_by_their_invoices() {
        let statements = vec![
            closed("wold", "2026-10", -200),
            closed("wold", "2026-12", 500),
            closed("es", "2026-11", 700),
            closed("wold", "2026-11", -100),
        ];
        let paid = payments(statements);
        let transfers: Vec<(&str, i64)> = paid
            .iter()
            .map(|Payment { transfer, .. }| (transfer.invoice_number.as_str(), transfer.cents))
            .collect();
        assert_eq!(transfers, [("es-2026-11", 700), ("wold-2026-12", 200)]);
        assert_eq!(paid[1].transfer.earlier, ["wold-2026-11", "wold-2026-10"]);
        assert_eq!(paid[1].transfer.creditor, "wold in 2026-12");
        let wold = |of: &str| (ClubId::from("wold"), month(of));
        assert_eq!(paid[1].statements, ["2026-12", "2026-11", "2026-10"].map(wold));
    }

    #[test]
    fn a_club_that_is_owed_nothing_waits_with_all_of_its_statements() {
        let even = [closed("es", "2026-11", 700), closed("es", "2026-12", -700)];
        let below = [closed("wold", "2026-11", 100), closed("wold", "2026-12", -101)];
        assert!(payments([even, below].concat()).is_empty());
    }

    #[test]
    fn other_payments_have_another_id() {
        let id = |statements: &[BilledMonth]| message_id(month("2026-11"), &payments(statements.to_vec()));
        let (es, wold) = (closed("es", "2026-11", 700), closed("wold", "2026-11", 500));
        let both = id(&[es.clone(), wold.clone()]);
        assert_ne!(both, id(std::slice::from_ref(&es)));
        assert_ne!(both, id(&[es, wold, closed("wold", "2026-10", -1)]));
        assert!(both.starts_with(&id_begin(month("2026-11"))) && both.len() <= 35, "{both}");
    }

    #[test]
    fn a_file_has_the_sum_of_its_clubs() {
        let taken = [
            paid("es", "2026-11", "1"),
            paid("wold", "2026-10", "1"),
            paid("wold", "2026-11", "1"),
            paid("duin", "2026-11", "2"),
        ];
        let statements = [
            closed("duin", "2026-11", 1),
            closed("es", "2026-11", 700),
            closed("wold", "2026-10", -200),
            closed("wold", "2026-11", 500),
        ];
        let files = files(&taken, &statements);
        let sums: Vec<(&str, u32, i64)> =
            files.iter().map(|file| (file.message_id.as_str(), file.transfers, file.total_cents)).collect();
        assert_eq!(sums, [("1", 2, 1_000), ("2", 1, 1)]);
    }
}
