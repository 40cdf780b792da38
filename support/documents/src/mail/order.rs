//! The receipt of a paid order, and the notices that a payment is refunded.

use chrono::NaiveDate;
use fairway_events::{BookingNumber, Holes};

use super::Mail;
use super::letter::{Letter, Link};
use crate::dutch::{euros, long_date, one_line, short_date};
use crate::{PersonName, Portal};

/// Of a refund.
const NOTHING_TO_DO: &str = "Je hoeft niets te doen: het geld komt terug op de rekening waarmee je hebt betaald, meestal \
                             binnen een paar werkdagen.";

/// An order was paid and what it bought was granted.
#[derive(Debug, Clone)]
pub struct OrderPaid<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The bought item.
    pub purchase: Purchase<'a>,
    /// The price that was paid, in cents, value-added tax included.
    pub amount_cents: i64,
    /// The day of the payment, Europe/Amsterdam.
    pub paid_on: NaiveDate,
    /// The number by which customer service finds the order.
    pub order_number: BookingNumber,
}

/// The item of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purchase<'a> {
    /// Vouchers of the kind `free`.
    FreeVouchers {
        /// How many, from 1.
        quantity: u32,
        /// For how many holes each.
        holes: Holes,
        /// The last day on which they can be used.
        expires: NaiveDate,
    },
    /// Registration with the golf federation.
    FederationRegistration {
        /// The calendar year.
        year: i32,
        /// The package as the shop describes it.
        package: &'a str,
    },
}

impl OrderPaid<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Bedankt voor je bestelling";
        let subject = format!("Betaling ontvangen: {}", self.purchase.name());
        let mut letter = Letter::new(self.portal, self.recipient, &subject, title)
            .paragraph("We hebben je betaling ontvangen.")
            .paragraph(self.purchase.next_steps());
        letter.facts = vec![
            ("Bestelling", self.purchase.name()),
            ("Betaald", euros(self.amount_cents)),
            ("Datum", short_date(self.paid_on)),
            ("Bestelnummer", self.order_number.to_string()),
        ];
        let next = match self.purchase {
            Purchase::FreeVouchers { .. } => Link::new("Reserveer een ronde", self.portal.new_reservation()),
            Purchase::FederationRegistration { .. } => {
                Link::new("Bekijk je registratie", self.portal.subscriptions())
            }
        };
        letter.action = Some(next);
        if let Purchase::FreeVouchers { .. } = self.purchase {
            letter.links.push(Link::new("Bekijk je vouchers", self.portal.subscriptions()));
        }
        Mail::new(&letter)
    }
}

/// An order was paid, but the member has the product already: the payment is refunded.
#[derive(Debug, Clone)]
pub struct DuplicatePayment<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The ordered item.
    pub purchase: Purchase<'a>,
    /// The amount that was paid and is refunded, in cents.
    pub amount_cents: i64,
    /// The day of the payment, Europe/Amsterdam.
    pub paid_on: NaiveDate,
    /// The number by which customer service finds the order.
    pub order_number: BookingNumber,
}

impl DuplicatePayment<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Je krijgt je geld terug";
        let name = self.purchase.name();
        let mut letter = Letter::new(self.portal, self.recipient, &format!("{title}: {name}"), title)
            .paragraph(format!(
                "We hebben een tweede betaling ontvangen voor je {name}. Je was al geregistreerd, dus die betaling \
                 was niet nodig en je krijgt het geld helemaal terug. Je registratie blijft gewoon staan."
            ))
            .paragraph(NOTHING_TO_DO);
        letter.facts = vec![
            ("Bestelling", name),
            ("Terug te ontvangen", euros(self.amount_cents)),
            ("Betaald op", short_date(self.paid_on)),
            ("Bestelnummer", self.order_number.to_string()),
        ];
        letter.action = Some(Link::new("Bekijk je registratie", self.portal.subscriptions()));
        Mail::new(&letter)
    }
}

/// An operator approved that an order of vouchers is refunded; they are withdrawn.
#[derive(Debug, Clone)]
pub struct RefundApproved<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The ordered item.
    pub purchase: Purchase<'a>,
    /// The amount that is refunded, in cents.
    pub amount_cents: i64,
    /// The day of the payment, Europe/Amsterdam.
    pub paid_on: NaiveDate,
    /// The number by which customer service finds the order.
    pub order_number: BookingNumber,
}

impl RefundApproved<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Je betaling komt terug";
        let name = self.purchase.name();
        let withdrawn = match self.purchase {
            Purchase::FreeVouchers { quantity: 1, .. } => {
                "We betalen je bestelling helemaal terug. De voucher die je kocht, is ingetrokken: je kunt hem niet \
                 meer gebruiken."
            }
            Purchase::FreeVouchers { .. } => {
                "We betalen je bestelling helemaal terug. De vouchers die je kocht, zijn ingetrokken: je kunt ze niet \
                 meer gebruiken."
            }
            Purchase::FederationRegistration { .. } => "We betalen je bestelling helemaal terug.",
        };
        let mut letter = Letter::new(self.portal, self.recipient, &format!("{title}: {name}"), title)
            .paragraph(withdrawn)
            .paragraph(NOTHING_TO_DO);
        letter.facts = vec![
            ("Bestelling", name),
            ("Terug te ontvangen", euros(self.amount_cents)),
            ("Betaald op", short_date(self.paid_on)),
            ("Bestelnummer", self.order_number.to_string()),
        ];
        letter.action = Some(Link::new("Bekijk je vouchers", self.portal.subscriptions()));
        Mail::new(&letter)
    }
}

impl Purchase<'_> {
    fn name(self) -> String {
        match self {
            Self::FreeVouchers { quantity: 1, holes, .. } => format!("1 vrije voucher voor {holes} holes"),
            Self::FreeVouchers { quantity, holes, .. } => {
                format!("{quantity} vrije vouchers voor {holes} holes")
            }
            Self::FederationRegistration { year, package } => {
                format!("NGF-registratie {year} ({})", one_line(package))
            }
        }
    }

    fn next_steps(self) -> String {
        match self {
            Self::FreeVouchers { quantity, expires, .. } => {
                let subject = if quantity == 1 { "Je voucher staat" } else { "Je vouchers staan" };
                let object = if quantity == 1 { "hem" } else { "ze" };
                format!(
                    "{subject} klaar en je kunt {object} gebruiken tot en met {}. Bij het reserveren wordt een \
                     voucher vanzelf gebruikt als je geen gewoon speelrecht hebt.",
                    long_date(expires)
                )
            }
            Self::FederationRegistration { year, .. } => {
                format!(
                    "We melden je aan bij de federatie. De registratie geldt tot en met 31 december {year}."
                )
            }
        }
    }
}
