//! The query commands on a real database: given events, expected text.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue panics")]

mod as_of;
mod explain;
mod process;
mod scope;
mod search;
mod search_by_facts;
mod subject_page;
mod support;
mod timeline;
mod timeline_for_people;
mod timeline_page;
mod what_if;
