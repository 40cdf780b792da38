//! The operators' side of the portal: `/operator/api`, and the screens at `/operator`. Accounts, sessions and roles of
//! its own; a member's token opens nothing here, and an operator's cookie nothing there (docs/security.md, "Operators").
//!
//! Every handler takes [`access::Permitted`], which names the permission that it needs; those without a session are
//! listed in the test that asks every endpoint as every role.

pub mod access;
mod act;
pub mod actions;
mod body;
pub mod booking_cancel;
pub mod club_day_changes;
pub mod club_days;
pub mod clubs;
pub mod confirm;
pub mod content;
pub mod endpoints;
pub mod event;
pub mod explain;
pub mod failure;
pub mod figures;
pub mod integrity;
pub mod lag;
pub mod login;
pub mod logout;
pub mod mails;
pub mod member;
pub mod member_account;
pub mod member_email;
pub mod member_erase;
pub mod member_grants;
pub mod member_passkeys;
pub mod operators;
mod page;
pub mod projections;
pub mod rebuild;
pub mod refusals;
pub mod runs;
mod same_origin;
pub mod seal;
pub mod search;
pub mod session;
pub mod sessions;
pub mod setup;
pub mod subject;
pub mod tasks;
pub mod timeline;
mod views;
