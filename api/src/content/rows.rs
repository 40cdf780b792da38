//! The rows of content, read and checked one by one. As JSON each is a row of its file again.

use chrono::{NaiveDate, Weekday};
use fairway_events::Holes;
use serde::{Serialize, Serializer};
use serde_json::json;

use super::dates::DataDate;

/// The days of the week as a data set names them, Monday first.
pub(crate) const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

#[derive(Debug, Serialize)]
pub(crate) struct Settings {
    pub(crate) federation_year: i32,
    pub(crate) federation_packages: Vec<PackageRow>,
    pub(crate) free_vouchers: Vec<FreeVoucherRow>,
    pub(crate) free_voucher_validity_days: i32,
    pub(crate) free_voucher_max_per_year: i32,
    pub(crate) payment_methods: Vec<MethodRow>,
    pub(crate) voucher_titles: Vec<String>,
    pub(crate) pass_names: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PackageRow {
    pub(crate) key: String,
    pub(crate) description: String,
    pub(crate) price_cents: i64,
}

#[derive(Debug, Serialize)]
pub(crate) struct FreeVoucherRow {
    pub(crate) holes: Holes,
    pub(crate) price_cents: i64,
}

#[derive(Debug, Serialize)]
pub(crate) struct MethodRow {
    pub(crate) id: String,
    pub(crate) name: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct ClubRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) city: String,
    pub(crate) short_name: String,
    pub(crate) keywords: String,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    pub(crate) holes: Vec<Holes>,
    pub(crate) starttime_description: String,
    pub(crate) reservation_instruction: String,
    pub(crate) reservation_description: String,
    pub(crate) max_plays_per_year: u32,
    pub(crate) daily_capacity: Option<u32>,
    #[serde(serialize_with = "weekdays")]
    pub(crate) closed_weekdays: Vec<Weekday>,
    #[serde(serialize_with = "closures")]
    pub(crate) closures: Vec<(NaiveDate, String)>,
    pub(crate) street: String,
    pub(crate) postcode: String,
    pub(crate) telephone: String,
    pub(crate) website: String,
    pub(crate) greens: String,
    pub(crate) terms: String,
    pub(crate) photos: Vec<PhotoRow>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PhotoRow {
    /// The row's location in its file.
    #[serde(skip)]
    pub(crate) path: String,
    /// Empty when it is no name of a file, which is a problem already.
    pub(crate) file: String,
    pub(crate) alt: String,
    /// Of the file; empty until that is read.
    #[serde(skip)]
    pub(crate) hash: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct OfferRow {
    pub(crate) amount_cents: i64,
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) properties: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct NewsRow {
    pub(crate) title: String,
    pub(crate) contents: String,
    #[serde(serialize_with = "day")]
    pub(crate) post_date: DataDate,
    pub(crate) important: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct FaqRow {
    pub(crate) name: String,
    #[serde(serialize_with = "questions")]
    pub(crate) questions: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PageRow {
    pub(crate) slug: String,
    pub(crate) title: String,
    pub(crate) contents: String,
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
