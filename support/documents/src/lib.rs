//! Everything that a member or a club receives as a file or a mail: the voucher, the general terms and a statement as
//! PDF, the round as a calendar entry, invoices and payments as XML, the mails, and the signatures that make a link or a
//! printed code trustworthy.
//!
//! All of it is pure: plain values in, text or bytes out. No clock, no database, no network, and no rule of the
//! domain: the caller states what happened, this crate writes it as Dutch text. The same input gives the same
//! bytes, so an answer can be cached and a test can compare.

pub mod calendar;
pub mod dutch;
pub mod html;
pub mod invoice;
pub mod mail;
pub mod pdf;
pub mod portal;
pub mod qr;
pub mod round;
pub mod signing;

pub use portal::Portal;
pub use round::{Club, PersonName, Round};
