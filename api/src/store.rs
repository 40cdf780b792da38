//! The plain tables: members, sessions, clubs and content. All SQL of this crate is in this module; handlers have none.
//! Read models and the journal have their own crates.

pub mod accounts;
pub mod clubs;
pub mod content;
pub mod database;
pub mod erasures;
pub mod favourites;
pub mod impersonations;
pub mod log_archive;
pub mod lookups;
pub mod mail_checkpoint;
pub mod member_account;
pub mod member_commands;
pub mod member_data;
pub mod members;
pub mod name_cache;
pub mod news;
pub mod nodes;
pub mod operator_actions;
pub mod operator_sessions;
pub mod operator_tasks;
pub mod operators;
pub mod outbox;
pub mod own_sessions;
pub mod password_resets;
pub mod passwords;
pub mod photos;
pub mod profiles;
pub mod projection_lags;
pub mod refusals;
pub mod sandbox;
pub mod sanitize;
pub mod sessions;
pub mod shop;
pub mod throttle;
