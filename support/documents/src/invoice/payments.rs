//! Transfers as a file that a bank takes: a SEPA credit transfer initiation, pain.001.001.09.
//!
//! The account's number is enough for a bank in the SEPA, so no bank is named. Names have the characters that every bank
//! takes (EPC217-08).

use std::iter;

use chrono::{DateTime, NaiveDate, Utc};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::xml::{self, Xml, decimal};
use crate::dutch::one_line;

/// The longest identifier, name and remittance information, in characters.
const LONGEST_ID: usize = 35;
const LONGEST_NAME: usize = 70;
const LONGEST_REMITTANCE: usize = 140;

/// Who pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Debtor {
    /// The name of the account's holder.
    pub name: String,
    /// Without blanks.
    pub iban: String,
}

/// A payment of an invoice, or of several together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The number of the latest.
    pub invoice_number: String,
    /// Those of the others, the latest first.
    pub earlier: Vec<String>,
    /// The name of the account's holder.
    pub creditor: String,
    /// Without blanks.
    pub iban: String,
    /// More than 0.
    pub cents: i64,
}

/// The file with all transfers from the debtor's account. It needs at least one: a bank refuses an empty file. A bank
/// takes a message with the same id once only.
#[must_use]
pub fn payments(
    message_id: &str,
    created_at: DateTime<Utc>,
    execute_on: NaiveDate,
    debtor: &Debtor,
    transfers: &[Transfer],
) -> String {
    let namespaces = [("xmlns", "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09")];
    let sums = |xml: &mut Xml| {
        xml.text("NbOfTxs", &transfers.len().to_string());
        xml.text("CtrlSum", &decimal(transfers.iter().map(|transfer| transfer.cents).sum()));
    };
    xml::document("Document", &namespaces, |xml| {
        xml.element("CstmrCdtTrfInitn", |xml| {
            xml.element("GrpHdr", |xml| {
                xml.text("MsgId", &id(message_id));
                xml.text("CreDtTm", &created_at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
                sums(xml);
                xml.element("InitgPty", |xml| xml.text("Nm", &name(&debtor.name)));
            });
            xml.element("PmtInf", |xml| {
                xml.text("PmtInfId", &id(message_id));
                xml.text("PmtMtd", "TRF");
                sums(xml);
                xml.element("PmtTpInf", |xml| {
                    xml.element("SvcLvl", |xml| xml.text("Cd", "SEPA"));
                });
                xml.element("ReqdExctnDt", |xml| xml.text("Dt", &execute_on.to_string()));
                xml.element("Dbtr", |xml| xml.text("Nm", &name(&debtor.name)));
                account(xml, "DbtrAcct", &debtor.iban);
                xml.element("DbtrAgt", |xml| {
                    xml.element("FinInstnId", |xml| {
                        xml.element("Othr", |xml| xml.text("Id", "NOTPROVIDED"));
                    });
                });
                xml.text("ChrgBr", "SLEV");
                for transfer in transfers {
                    one(xml, transfer);
                }
            });
        });
    })
}

fn one(xml: &mut Xml, transfer: &Transfer) {
    xml.element("CdtTrfTxInf", |xml| {
        xml.element("PmtId", |xml| xml.text("EndToEndId", &id(&transfer.invoice_number)));
        xml.element("Amt", |xml| {
            xml.text_with("InstdAmt", &[("Ccy", "EUR")], &decimal(transfer.cents));
        });
        xml.element("Cdtr", |xml| xml.text("Nm", &name(&transfer.creditor)));
        account(xml, "CdtrAcct", &transfer.iban);
        xml.element("RmtInf", |xml| xml.text("Ustrd", &remittance(transfer)));
    });
}

/// The numbers of all invoices; where these are too long, of the latest, and how many earlier ones there are.
fn remittance(Transfer { invoice_number, earlier, .. }: &Transfer) -> String {
    let Some((earliest, between)) = earlier.split_last() else {
        return plain(&format!("Factuur {invoice_number}"), LONGEST_REMITTANCE);
    };
    let text = |named: &[String], last: &str| {
        let named: Vec<&str> = iter::once(invoice_number).chain(named).map(String::as_str).collect();
        plain(&format!("Facturen {} en {last}", named.join(", ")), usize::MAX)
    };
    let some = |named: usize| text(&between[..named], &format!("{} eerdere", earlier.len() - named));
    iter::once(text(between, earliest))
        .chain((0..=between.len()).rev().map(some))
        .find(|text| text.len() <= LONGEST_REMITTANCE)
        .unwrap_or_else(|| plain(&format!("Facturen {invoice_number}"), LONGEST_REMITTANCE))
}

fn account(xml: &mut Xml, name: &str, iban: &str) {
    xml.element(name, |xml| xml.element("Id", |xml| xml.text("IBAN", iban)));
}

fn name(text: &str) -> String {
    plain(text, LONGEST_NAME)
}

/// The end of a long identifier: an invoice number ends in its month.
fn id(text: &str) -> String {
    let text = plain(text, usize::MAX);
    text.chars().skip(text.chars().count().saturating_sub(LONGEST_ID)).collect()
}

/// Whether a bank can read a name or an address: it has a letter or a digit, and most of it stays as it was written.
pub(super) fn is_readable(text: &str) -> bool {
    let signs = signs(text);
    let replaced = signs.iter().filter(|sign| sign.is_none()).count();
    signs.iter().flatten().any(char::is_ascii_alphanumeric) && 2 * replaced <= signs.len()
}

/// Letters without accents, digits and a few signs; a full stop for what is none of them.
fn plain(text: &str, longest: usize) -> String {
    let text: String = signs(text).into_iter().map(|sign| sign.unwrap_or('.')).take(longest).collect();
    text.trim_end().to_owned()
}

/// The signs of a text that every bank takes; none for each other one.
fn signs(text: &str) -> Vec<Option<char>> {
    one_line(text)
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .map(|c| match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' => Some(c),
            '/' | '-' | '?' | ':' | '(' | ')' | '.' | ',' | '\'' | '+' | ' ' => Some(c),
            '&' => Some('+'),
            '‘' | '’' => Some('\''),
            '–' | '—' => Some('-'),
            _ => None,
        })
        .collect()
}
