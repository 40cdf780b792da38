//! The rows of content, read and checked one by one. As JSON each is a row of its file again.

#![expect(missing_docs, reason = "the fields are those of the data set's files")]

use chrono::{NaiveDate, Weekday};
use fairway_events::Holes;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::dates::DataDate;

/// The days of the week as a data set names them, Monday first.
pub const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A row that was read. As JSON it is the row of its file, sanitised and in normal form.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Row {
    News(NewsRow),
    Faq(FaqRow),
    Page(PageRow),
    Offer(OfferRow),
    Settings(Settings),
    Club(Box<ClubRow>),
}

impl Row {
    /// The row in normal form.
    #[must_use]
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

#[derive(Debug, Serialize)]
pub struct Settings {
    pub federation_year: i32,
    pub federation_packages: Vec<PackageRow>,
    pub free_vouchers: Vec<FreeVoucherRow>,
    pub free_voucher_validity_days: i32,
    pub free_voucher_max_per_year: i32,
    pub payment_methods: Vec<MethodRow>,
    pub voucher_titles: Vec<String>,
    pub pass_names: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct PackageRow {
    pub key: String,
    pub description: String,
    pub price_cents: i64,
}

#[derive(Debug, Serialize)]
pub struct FreeVoucherRow {
    pub holes: Holes,
    pub price_cents: i64,
}

#[derive(Debug, Serialize)]
pub struct MethodRow {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Serialize)]
pub struct ClubRow {
    pub id: String,
    pub name: String,
    pub city: String,
    pub short_name: String,
    pub keywords: String,
    pub lat: f64,
    pub lon: f64,
    pub holes: Vec<Holes>,
    pub starttime_description: String,
    pub reservation_instruction: String,
    pub reservation_description: String,
    pub max_plays_per_year: u32,
    pub daily_capacity: Option<u32>,
    #[serde(serialize_with = "weekdays")]
    pub closed_weekdays: Vec<Weekday>,
    #[serde(serialize_with = "closures")]
    pub closures: Vec<(NaiveDate, String)>,
    pub street: String,
    pub postcode: String,
    pub telephone: String,
    pub website: String,
    pub greens: String,
    pub terms: String,
    pub photos: Vec<PhotoRow>,
}

#[derive(Debug, Serialize)]
pub struct PhotoRow {
    /// The row's location in its file.
    #[serde(skip)]
    pub path: String,
    /// Empty when it is no name of a file, which is a problem already.
    pub file: String,
    pub alt: String,
    /// Of the file; empty until that is read.
    #[serde(skip)]
    pub hash: String,
}

#[derive(Debug, Serialize)]
pub struct OfferRow {
    pub amount_cents: i64,
    pub name: String,
    pub url: String,
    pub properties: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct NewsRow {
    pub title: String,
    pub contents: String,
    #[serde(serialize_with = "day")]
    pub post_date: DataDate,
    pub important: bool,
}

#[derive(Debug, Serialize)]
pub struct FaqRow {
    pub name: String,
    #[serde(serialize_with = "questions")]
    pub questions: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
pub struct PageRow {
    pub slug: String,
    pub title: String,
    pub contents: String,
}

fn day<S: Serializer>(date: &DataDate, serializer: S) -> Result<S::Ok, S::Error> {
    date.day.serialize(serializer)
}

fn weekdays<S: Serializer>(days: &[Weekday], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(days.iter().map(|day| WEEKDAYS[day.num_days_from_monday() as usize]))
}

fn closures<S: Serializer>(closures: &[(NaiveDate, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(closures.iter().map(|(date, reason)| json!({"date": date, "reason": reason})))
}

fn questions<S: Serializer>(questions: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(
        questions.iter().map(|(question, answer)| json!({"question": question, "answer": answer})),
    )
}
