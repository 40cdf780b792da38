//! What strangers send, read by the project's own code: one function per fuzz target. Each takes any bytes and panics
//! when something does not hold that must hold whatever is sent (docs/security.md, 51).
//!
//! `cargo xtask fuzz` lets libFuzzer look for such bytes (`../fuzz_targets` has the programs); the test `corpus` runs what
//! was kept through the same functions. Nothing here is shipped.

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

/// A fuzz target: it panics when what must hold does not.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also that of its program and of its folders of inputs.
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

/// The most that an input of the corpus holds, bytes; libFuzzer tries no longer ones.
pub const LONGEST_INPUT: usize = 4096;

/// The day on which all targets run: the demonstration data's.
pub(crate) const TODAY: chrono::NaiveDate = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day");
