//! Documents as PDF: the voucher, the general terms and a club's statement.
//!
//! Tagged for screen readers and checked against PDF/UA-1 while written: a document that fails the check is an error.
//! The fonts are embedded as subsets. It contains no date and no random id, so the same input gives the same bytes.

mod arrival;
mod canvas;
mod document;
mod flow;
mod fonts;
mod lines;
mod qr;
mod statement;
mod tags;
mod terms;
mod theme;
mod voucher;

pub use statement::{StatementPage, StatementPageLine, statement};
pub use terms::terms;
pub use voucher::{VoucherPage, vouchers};

/// The MIME type of these documents.
pub const CONTENT_TYPE: &str = "application/pdf";

/// The document could not be written. Always a defect of this crate, never a mistake of a member.
#[derive(Debug, thiserror::Error)]
#[error("the PDF could not be written: {0}")]
pub struct PdfError(String);

#[cfg(test)]
mod tests;
