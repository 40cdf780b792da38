//! The projections on a real Postgres: each event is projected exactly once, also when steps fail.

#![expect(clippy::unwrap_used, reason = "a failed precondition fails the test")]

mod analytics;
mod arrivals;
mod batches;
mod cache;
mod club_days;
mod club_feed;
mod course_states;
mod dropped_packets;
mod failures;
mod gone_back;
mod historic_players;
mod killing;
mod ledger;
mod member_page;
mod orders;
mod personal;
mod plans;
mod play_rights;
mod projectors;
mod published;
mod rebuild;
mod reservations;
mod statements;
mod support;
mod twins;
mod unreadable;
mod vouchers;
mod waiting;
mod waiting_lists;
