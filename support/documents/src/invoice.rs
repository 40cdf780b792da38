//! What a bookkeeping and a bank read: a club's invoice (UBL 2.1), the payments of a month (pain.001), and the check of
//! the billing details that both need.
//!
//! The invoice is made by the customer in the supplier's name: Peppol BIS Self-Billing 3.0, which narrows EN 16931. What
//! it takes away has a negative quantity, because a price is never negative there (BR-27).

mod billing;
mod payments;
mod xml;

use fairway_events::{BillingDetails, Invoice, Month, MonthAmounts, VatRegime};

pub use billing::check_billing;
pub use payments::{Debtor, Transfer, payments};
use xml::{Xml, decimal};

/// The MIME type of the files.
pub const CONTENT_TYPE: &str = "application/xml";

/// The law wants these words on an invoice that the customer makes.
pub(crate) const SELF_BILLED: &str = "Factuur uitgereikt door afnemer";
/// Why there is no VAT.
pub(crate) const EXEMPTION: &str =
    "Vrijgesteld van btw: artikel 11, lid 1, onderdeel e, Wet op de omzetbelasting 1968";
/// The same in the list of codes: article 132(1)(m) of the VAT directive.
const EXEMPTION_CODE: &str = "VATEX-EU-132-1M";

/// The register of the Chamber of Commerce in ISO 6523.
const CHAMBER_OF_COMMERCE: &[(&str, &str)] = &[("schemeID", "0106")];
const EURO: &[(&str, &str)] = &[("currencyID", "EUR")];

/// A line of the invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceItem {
    /// In Dutch.
    pub name: String,
    /// Negative: taken away.
    pub quantity: i64,
    /// Cents of one, without VAT, from 0.
    pub price: i64,
    /// Its VAT.
    pub vat: VatRegime,
}

/// The invoice as UBL 2.1. The items sum up to the amounts by VAT regime.
#[must_use]
pub fn ubl(invoice: &Invoice, month: Month, items: &[InvoiceItem], amounts: &MonthAmounts) -> String {
    let namespaces = [
        ("xmlns", "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"),
        ("xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
        ("xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
    ];
    xml::document("Invoice", &namespaces, |xml| {
        header(xml, invoice, month);
        xml.element("cac:AccountingSupplierParty", |xml| party(xml, &invoice.supplier));
        xml.element("cac:AccountingCustomerParty", |xml| party(xml, &invoice.customer));
        if amounts.total() > 0 {
            payment(xml, invoice);
        }
        vat(xml, items, amounts);
        total(xml, amounts);
        for (number, item) in (1..).zip(items) {
            line(xml, number, item);
        }
    })
}

fn header(xml: &mut Xml, invoice: &Invoice, month: Month) {
    let profile = "urn:fdc:peppol.eu:2017:poacc:selfbilling";
    xml.text("cbc:CustomizationID", &format!("urn:cen.eu:en16931:2017#compliant#{profile}:3.0"));
    xml.text("cbc:ProfileID", &format!("{profile}:01:1.0"));
    xml.text("cbc:ID", &invoice.number);
    xml.text("cbc:IssueDate", &invoice.issued_on.to_string());
    xml.text("cbc:InvoiceTypeCode", "389");
    xml.text("cbc:Note", SELF_BILLED);
    xml.text("cbc:DocumentCurrencyCode", "EUR");
    xml.text("cbc:BuyerReference", &invoice.number);
    xml.element("cac:InvoicePeriod", |xml| {
        xml.text("cbc:StartDate", &month.first_day().to_string());
        xml.text("cbc:EndDate", &month.last_day().to_string());
    });
}

fn party(xml: &mut Xml, details: &BillingDetails) {
    xml.element("cac:Party", |xml| {
        xml.text_with("cbc:EndpointID", CHAMBER_OF_COMMERCE, &details.registration);
        xml.element("cac:PostalAddress", |xml| {
            xml.text("cbc:StreetName", &details.street);
            xml.text("cbc:CityName", &details.city);
            xml.text("cbc:PostalZone", &details.postal_code);
            xml.element("cac:Country", |xml| xml.text("cbc:IdentificationCode", "NL"));
        });
        xml.element("cac:PartyTaxScheme", |xml| {
            xml.text("cbc:CompanyID", &details.vat_number);
            tax_scheme(xml);
        });
        xml.element("cac:PartyLegalEntity", |xml| {
            xml.text("cbc:RegistrationName", &details.name);
            xml.text_with("cbc:CompanyID", CHAMBER_OF_COMMERCE, &details.registration);
        });
    });
}

/// A SEPA credit transfer to the supplier.
fn payment(xml: &mut Xml, invoice: &Invoice) {
    xml.element("cac:PaymentMeans", |xml| {
        xml.text("cbc:PaymentMeansCode", "58");
        xml.text("cbc:PaymentID", &invoice.number);
        xml.element("cac:PayeeFinancialAccount", |xml| {
            xml.text("cbc:ID", &invoice.supplier.iban);
            xml.text("cbc:Name", &invoice.supplier.name);
        });
    });
    xml.element("cac:PaymentTerms", |xml| {
        xml.text("cbc:Note", &format!("{} maakt het bedrag over.", invoice.customer.name));
    });
}

/// A regime whose lines cancel each other out has none on the invoice, and so no sum (BR-S-01).
fn vat(xml: &mut Xml, items: &[InvoiceItem], amounts: &MonthAmounts) {
    let billed = amounts.vat.iter().filter(|sum| items.iter().any(|item| item.vat == sum.regime));
    xml.element("cac:TaxTotal", |xml| {
        amount(xml, "cbc:TaxAmount", amounts.vat_amount());
        for sum in billed {
            xml.element("cac:TaxSubtotal", |xml| {
                amount(xml, "cbc:TaxableAmount", sum.net);
                amount(xml, "cbc:TaxAmount", sum.vat);
                xml.element("cac:TaxCategory", |xml| {
                    category(xml, sum.regime);
                    if sum.regime == VatRegime::Exempt {
                        xml.text("cbc:TaxExemptionReasonCode", EXEMPTION_CODE);
                        xml.text("cbc:TaxExemptionReason", EXEMPTION);
                    }
                    tax_scheme(xml);
                });
            });
        }
    });
}

fn total(xml: &mut Xml, amounts: &MonthAmounts) {
    xml.element("cac:LegalMonetaryTotal", |xml| {
        amount(xml, "cbc:LineExtensionAmount", amounts.net());
        amount(xml, "cbc:TaxExclusiveAmount", amounts.net());
        amount(xml, "cbc:TaxInclusiveAmount", amounts.total());
        amount(xml, "cbc:PayableAmount", amounts.total());
    });
}

fn line(xml: &mut Xml, number: u32, item: &InvoiceItem) {
    xml.element("cac:InvoiceLine", |xml| {
        xml.text("cbc:ID", &number.to_string());
        xml.text_with("cbc:InvoicedQuantity", &[("unitCode", "C62")], &item.quantity.to_string());
        amount(xml, "cbc:LineExtensionAmount", item.quantity * item.price);
        xml.element("cac:Item", |xml| {
            xml.text("cbc:Name", &item.name);
            xml.element("cac:ClassifiedTaxCategory", |xml| {
                category(xml, item.vat);
                tax_scheme(xml);
            });
        });
        xml.element("cac:Price", |xml| amount(xml, "cbc:PriceAmount", item.price));
    });
}

/// Exempt, or a rate.
fn category(xml: &mut Xml, regime: VatRegime) {
    xml.text("cbc:ID", if regime == VatRegime::Exempt { "E" } else { "S" });
    xml.text("cbc:Percent", &regime.percent().to_string());
}

fn tax_scheme(xml: &mut Xml) {
    xml.element("cac:TaxScheme", |xml| xml.text("cbc:ID", "VAT"));
}

fn amount(xml: &mut Xml, name: &str, cents: i64) {
    xml.text_with(name, EURO, &decimal(cents));
}

#[cfg(test)]
mod tests;
