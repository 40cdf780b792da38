//! The fuzz targets: one function for each kind of untrusted input. A function passes any bytes to the project's code
//! and panics when an invariant is broken that must hold for every input (docs/security.md, 51): safe Rust seldom
//! crashes, but takes what it should refuse. No AddressSanitizer: it looks for faults that safe Rust cannot have.
//!
//! `cargo xtask fuzz` lets libFuzzer search for such bytes, with the programs in `../fuzz_targets`. The test
//! `stored_inputs` runs the inputs of the repository through the same functions. No shipped program contains this code.

mod addresses;
mod bodies;
mod client_addresses;
mod dates;
mod headers;
mod html;
mod imports;
mod lines;
mod page_parameters;
mod profile_fields;
mod return_addresses;
mod signed_codes;
mod webhook_ids;

pub use addresses::addresses;
pub use bodies::bodies;
pub use client_addresses::client_addresses;
pub use dates::dates;
pub use headers::headers;
pub use html::html;
pub use imports::imports;
pub use page_parameters::page_parameters;
pub use profile_fields::profile_fields;
pub use return_addresses::return_addresses;
pub use signed_codes::signed_codes;
pub use webhook_ids::webhook_ids;

/// A fuzz target. It panics when an invariant is broken.
pub type Target = fn(&[u8]);

/// Every target with its name, which is also the name of its program and of its input folders.
pub const TARGETS: [(&str, Target); 12] = [
    ("addresses", addresses),
    ("bodies", bodies),
    ("client_addresses", client_addresses),
    ("dates", dates),
    ("headers", headers),
    ("html", html),
    ("imports", imports),
    ("page_parameters", page_parameters),
    ("profile_fields", profile_fields),
    ("return_addresses", return_addresses),
    ("signed_codes", signed_codes),
    ("webhook_ids", webhook_ids),
];

/// The maximum size of an input, bytes, in the repository and for libFuzzer.
pub const LONGEST_INPUT: usize = 4096;

/// The current day for all targets: that of the demonstration data.
pub(crate) const TODAY: chrono::NaiveDate = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day");
