//! The file by which the portal's company pays clubs: one transfer for each closed statement of a month.

use fairway_clock::random;
use fairway_documents::invoice::{self, Transfer};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{Month, MonthAmounts};
use fairway_query::statements::ClubMonth;

use crate::billing;
use crate::shapes;

/// Why there is no such file. Operators read it.
#[derive(Debug, thiserror::Error)]
pub enum PaymentsFailure {
    /// No closed statement is to be paid.
    #[error("No statement of this month is closed and to be paid.")]
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

/// The payments of a month: pain.001.
///
/// # Errors
/// [`PaymentsFailure`].
pub async fn payments(common: &Common, month: Month) -> Result<Vec<u8>, PaymentsFailure> {
    let clubs = common.reads.statements_of_month(month).await.map_err(Failure::from)?;
    let transfers = transfers(clubs);
    if transfers.is_empty() {
        return Err(PaymentsFailure::NothingToPay);
    }
    let debtor = billing::own(common).await?.ok_or(PaymentsFailure::NoOwnBilling)?;
    let (now, today) = (common.clock.now(), common.clock.today());
    let id = message_id(month, &transfers);
    Ok(invoice::payments(&id, now, today, &debtor, &transfers).into_bytes())
}

/// To the accounts of the invoices: what was agreed when the month was closed.
fn transfers(clubs: Vec<ClubMonth>) -> Vec<Transfer> {
    let transfer = |club: ClubMonth| {
        let invoice = shapes::invoice(&club.state)?;
        let cents = club.amounts.as_ref().map_or(0, MonthAmounts::total);
        (cents > 0).then(|| Transfer {
            invoice_number: invoice.number.clone(),
            creditor: invoice.supplier.name.clone(),
            iban: invoice.supplier.iban.clone(),
            cents,
        })
    };
    let mut transfers: Vec<Transfer> = clubs.into_iter().filter_map(transfer).collect();
    transfers.sort_by(|one, other| one.invoice_number.cmp(&other.invoice_number));
    transfers
}

/// The same for the same payments, so that a bank recognises a file that it was given already. At most 35 characters.
fn message_id(month: Month, transfers: &[Transfer]) -> String {
    let numbers: Vec<&str> = transfers.iter().map(|transfer| transfer.invoice_number.as_str()).collect();
    let digest = hex::encode(random::digest(numbers.join("\n").as_bytes()));
    format!("FAIRWAY-{month}-{}", &digest[..12])
}

#[cfg(test)]
mod tests {
    use fairway_events::{ClubId, Invoice, VatRegime, VatSum};
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
                invoice: (net != 0).then_some(invoice),
            },
            arrived: 0,
            amounts: Some(MonthAmounts { vat, ..MonthAmounts::default() }),
            open_disputes: 0,
            has_tariff: true,
        }
    }

    #[test]
    fn closed_statements_with_money_owed_are_paid_by_their_invoices() {
        let open = ClubMonth { state: StatementState::NextToClose, ..closed("open", 900) };
        let clubs =
            vec![closed("wold", 500), closed("debt", -300), open, closed("none", 0), closed("es", 700)];
        let paid: Vec<(String, i64)> =
            transfers(clubs).into_iter().map(|transfer| (transfer.invoice_number, transfer.cents)).collect();
        assert_eq!(paid, [("es-2026-11".to_owned(), 700), ("wold-2026-11".to_owned(), 500)]);
    }

    #[test]
    fn the_same_payments_have_the_same_id_in_whatever_order_and_others_have_another() {
        let id = |clubs: Vec<ClubMonth>| message_id(month("2026-11"), &transfers(clubs));
        let both = id(vec![closed("es", 700), closed("wold", 500)]);
        assert_eq!(both, id(vec![closed("wold", 500), closed("es", 700)]));
        assert_ne!(both, id(vec![closed("es", 700)]));
        assert!(both.len() <= 35, "{both}");
    }
}
