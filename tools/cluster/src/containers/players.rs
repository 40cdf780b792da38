//! Members of the demonstration's data, who book in a deployment.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reqwest::ClientBuilder;

use crate::load_record::LoadRecord;
use crate::member::Member;

/// For what a running deployment does by itself: a debug build on a busy machine is slow.
pub(super) const TIMEOUT: Duration = Duration::from_secs(120);

/// Members of the demonstration's data who can book.
pub(super) const EMAILS: [&str; 2] = ["jan.devries@fairway.example", "willem.jansen@fairway.example"];

/// A member who is logged in and has chosen a day.
pub(super) async fn member(http: ClientBuilder, base: &str, number: usize) -> Result<Member> {
    let record = Arc::new(LoadRecord::new(format!("containers-{number}")));
    let member = Member::log_in(http, base.to_owned(), EMAILS[number], record).await?;
    member.choose_day(number).await?.context("the member cannot book")
}

/// Books, and finds the reservation in the member's list.
pub(super) async fn book(member: &Member, key: &str) -> Result<String> {
    let id = member.book(key).await?.context("the booking was refused")?;
    let listed = member.reservations().await?;
    ensure!(listed.contains(&(id.clone(), true)), "{id} is not among {listed:?}");
    Ok(id)
}
