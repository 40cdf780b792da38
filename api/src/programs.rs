//! One module per command of `fairway`: its steps, and its output.

pub mod analyst_login;
pub mod backup;
pub mod book_again;
pub mod disable;
pub mod erase;
pub mod export_content;
pub mod healthcheck;
pub mod impersonate;
pub mod import;
pub mod migrate;
pub mod operator;
pub mod project;
pub mod readmit;
pub mod serve;
mod stop;
pub mod verify_voucher;
