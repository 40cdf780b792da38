//! The files by which the portal's company pays clubs: a transfer for each closed statement of a month. A statement is in
//! one file only, and a file is the same whenever it is taken: a bank that is given it twice pays once.

use std::collections::HashMap;

use fairway_audit::dates::rfc3339;
use fairway_clock::clock::day_of;
use fairway_clock::random;
use fairway_documents::invoice::{self, Debtor, Transfer};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, Month, MonthAmounts};
use fairway_query::statements::ClubMonth;
use fairway_store::club_payments::{self, PaymentMessage};
use serde::Serialize;
use utoipa::ToSchema;

use crate::billing;
use crate::shapes;

/// Why there is no such file. Operators read it.
#[derive(Debug, thiserror::Error)]
pub enum PaymentsFailure {
    /// No closed statement is to be paid, or all are in a file.
    #[error(
        "There is nothing new to pay: each closed statement of this month with an amount to pay is in a file."
    )]
    NothingToPay,
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

/// Makes a file of the statements of a month that are in none yet, in the name of an operator. Answers its message id.
///
/// # Errors
/// [`PaymentsFailure`].
pub async fn take(common: &Common, month: Month, by: &str) -> Result<String, PaymentsFailure> {
    let clubs = common.reads.statements_of_month(month).await.map_err(Failure::from)?;
    let taken = club_payments::of_month(&common.pool, month).await.map_err(Failure::from)?;
    let taken: HashMap<ClubId, PaymentMessage> = taken.into_iter().collect();
    let new: Vec<ClubMonth> = clubs.into_iter().filter(|club| !taken.contains_key(&club.club)).collect();
    let (clubs, transfers): (Vec<ClubId>, Vec<Transfer>) = transfers(&new).into_iter().unzip();
    if transfers.is_empty() {
        return Err(PaymentsFailure::NothingToPay);
    }
    let debtor = billing::own(common).await?.ok_or(PaymentsFailure::NoOwnBilling)?;
    let message = PaymentMessage {
        id: message_id(month, &transfers),
        debtor_name: debtor.name,
        debtor_iban: debtor.iban,
        created_at: common.clock.now(),
    };
    let taken =
        club_payments::take(&common.pool, month, &clubs, &message, by).await.map_err(Failure::from)?;
    // Another operator was quicker.
    if taken == 0 {
        return Err(PaymentsFailure::NothingToPay);
    }
    Ok(message.id)
}

/// A file that was made: pain.001; none: there is no such file.
///
/// # Errors
/// When the database does not answer, or does not show all of its statements yet.
pub async fn file(common: &Common, month: Month, message_id: &str) -> Result<Option<Vec<u8>>, Failure> {
    let taken = club_payments::of_month(&common.pool, month).await?;
    let taken: HashMap<ClubId, PaymentMessage> =
        taken.into_iter().filter(|(_, message)| message.id == message_id).collect();
    let Some(PaymentMessage { debtor_name, debtor_iban, created_at, .. }) = taken.values().next().cloned()
    else {
        return Ok(None);
    };
    let mut clubs = common.reads.statements_of_month(month).await?;
    clubs.retain(|club| taken.contains_key(&club.club));
    let transfers: Vec<Transfer> = transfers(&clubs).into_iter().map(|(_, transfer)| transfer).collect();
    // A read model that is behind must not make another file of the same id.
    if transfers.len() != taken.len() {
        return Err(Failure::unavailable());
    }
    let debtor = Debtor { name: debtor_name, iban: debtor_iban };
    let file = invoice::payments(message_id, created_at, day_of(created_at), &debtor, &transfers);
    Ok(Some(file.into_bytes()))
}

/// The files of a month, in the order in which they were made.
pub(crate) fn files(taken: &[(ClubId, PaymentMessage)], clubs: &[ClubMonth]) -> Vec<PaymentFile> {
    let mut files: Vec<PaymentFile> = Vec::new();
    for (club, message) in taken {
        let found = clubs.iter().find(|found| found.club == *club);
        let cents = found.and_then(|found| found.amounts.as_ref()).map_or(0, MonthAmounts::total);
        match files.iter_mut().find(|file| file.message_id == message.id) {
            Some(file) => {
                file.transfers += 1;
                file.total_cents += cents;
            }
            None => files.push(PaymentFile {
                message_id: message.id.clone(),
                created_at: rfc3339(message.created_at),
                transfers: 1,
                total_cents: cents,
            }),
        }
    }
    files
}

/// To the accounts of the invoices: what was agreed when the month was closed.
fn transfers(clubs: &[ClubMonth]) -> Vec<(ClubId, Transfer)> {
    let transfer = |club: &ClubMonth| {
        let invoice = shapes::invoice(&club.state)?;
        let cents = club.amounts.as_ref().map_or(0, MonthAmounts::total);
        let transfer = Transfer {
            invoice_number: invoice.number.clone(),
            creditor: invoice.supplier.name.clone(),
            iban: invoice.supplier.iban.clone(),
            cents,
        };
        (cents > 0).then(|| (club.club.clone(), transfer))
    };
    let mut transfers: Vec<(ClubId, Transfer)> = clubs.iter().filter_map(transfer).collect();
    transfers.sort_by(|(_, one), (_, other)| one.invoice_number.cmp(&other.invoice_number));
    transfers
}

/// Another one for other payments. At most 35 characters.
fn message_id(month: Month, transfers: &[Transfer]) -> String {
    let numbers: Vec<&str> = transfers.iter().map(|transfer| transfer.invoice_number.as_str()).collect();
    let digest = hex::encode(random::digest(numbers.join("\n").as_bytes()));
    format!("FAIRWAY-{month}-{}", &digest[..12])
}

#[cfg(test)]
mod tests {
    use fairway_events::{Invoice, VatRegime, VatSum};
    use fairway_query::statements::StatementState;

    use super::*;
    use crate::testing::{date, details, month};

    fn closed(club: &str, net: i64) -> ClubMonth {
        let invoice = Invoice {
            number: format!("{club}-2026-11"),
            issued_on: date("2026-12-02"),
            supplier: details(club),
            customer: details("Portal"),
        };
        let vat = vec![VatSum { regime: VatRegime::Exempt, net, vat: 0 }];
        ClubMonth {
            club: ClubId::from(club),
            state: StatementState::Closed {
                closed_at: "2026-12-02T10:00:00Z".parse().expect("an instant"),
                invoice: (net != 0).then(|| Box::new(invoice)),
            },
            arrived: 0,
            amounts: Some(MonthAmounts { vat, ..MonthAmounts::default() }),
            open_disputes: 0,
            has_tariff: true,
        }
    }

    fn paid(clubs: &[ClubMonth]) -> Vec<Transfer> {
        transfers(clubs).into_iter().map(|(_, transfer)| transfer).collect()
    }

    #[test]
    fn closed_statements_with_money_owed_are_paid_by_their_invoices() {
        let open = ClubMonth { state: StatementState::NextToClose, ..closed("open", 900) };
        let clubs = [closed("wold", 500), closed("debt", -300), open, closed("none", 0), closed("es", 700)];
        let paid: Vec<(String, i64)> =
            paid(&clubs).into_iter().map(|transfer| (transfer.invoice_number, transfer.cents)).collect();
        assert_eq!(paid, [("es-2026-11".to_owned(), 700), ("wold-2026-11".to_owned(), 500)]);
    }

    #[test]
    fn other_payments_have_another_id() {
        let id = |clubs: &[ClubMonth]| message_id(month("2026-11"), &paid(clubs));
        let both = id(&[closed("es", 700), closed("wold", 500)]);
        assert_ne!(both, id(&[closed("es", 700)]));
        assert!(both.len() <= 35, "{both}");
    }

    #[test]
    fn a_file_has_the_sum_of_its_clubs() {
        let message = |id: &str| PaymentMessage {
            id: id.to_owned(),
            debtor_name: "Portal".to_owned(),
            debtor_iban: "NL91ABNA0417164300".to_owned(),
            created_at: "2026-12-02T10:00:00Z".parse().expect("an instant"),
        };
        let taken =
            [("es", "1"), ("wold", "1"), ("duin", "2")].map(|(club, id)| (ClubId::from(club), message(id)));
        let files = files(&taken, &[closed("es", 700), closed("wold", 500), closed("duin", 1)]);
        let sums: Vec<(&str, u32, i64)> =
            files.iter().map(|file| (file.message_id.as_str(), file.transfers, file.total_cents)).collect();
        assert_eq!(sums, [("1", 2, 1_200), ("2", 1, 1)]);
    }
}
