//! The rows of a data set, read and checked one by one; `plan` checks the constraints between them.

use std::collections::BTreeMap;

use chrono::{NaiveDate, Weekday};
use fairway_events::{Holes, VoucherKind};
use serde::Serialize;

use super::dates::DataDate;

/// The contents of all files that were found.
#[derive(Debug, Default)]
pub(super) struct DataSet {
    pub(super) settings: Option<Settings>,
    pub(super) clubs: Option<Vec<ClubRow>>,
    pub(super) members: Option<Vec<MemberRow>>,
    pub(super) offers: Option<Vec<OfferRow>>,
    pub(super) news: Option<Vec<NewsRow>>,
    pub(super) faq: Option<Vec<FaqRow>>,
    pub(super) pages: Option<Vec<PageRow>>,
    pub(super) history: Option<Vec<HistoryRow>>,
    /// The photos that the database does not have, by hash.
    pub(super) photos: BTreeMap<String, EncodedPhoto>,
}

#[derive(Debug)]
pub(super) struct Settings {
    pub(super) federation_year: i32,
    pub(super) federation_packages: Vec<PackageRow>,
    pub(super) free_vouchers: Vec<FreeVoucherRow>,
    pub(super) free_voucher_validity_days: i32,
    pub(super) free_voucher_max_per_year: i32,
    pub(super) payment_methods: Vec<MethodRow>,
}

/// Stored as JSON with these field names.
#[derive(Debug, Serialize)]
pub(super) struct PackageRow {
    pub(super) key: String,
    pub(super) description: String,
    pub(super) price_cents: i64,
}

/// Stored as JSON with these field names.
#[derive(Debug, Serialize)]
pub(super) struct FreeVoucherRow {
    pub(super) holes: Holes,
    pub(super) price_cents: i64,
}

/// Stored as JSON with these field names.
#[derive(Debug, Serialize)]
pub(super) struct MethodRow {
    pub(super) id: String,
    pub(super) name: String,
}

#[derive(Debug)]
pub(super) struct ClubRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) city: String,
    pub(super) short_name: String,
    pub(super) keywords: String,
    pub(super) lat: f64,
    pub(super) lon: f64,
    pub(super) holes: Vec<Holes>,
    pub(super) starttime_description: String,
    pub(super) reservation_instruction: String,
    pub(super) reservation_description: String,
    pub(super) max_plays_per_year: u32,
    pub(super) daily_capacity: Option<u32>,
    pub(super) closed_weekdays: Vec<Weekday>,
    pub(super) closures: Vec<(NaiveDate, String)>,
    pub(super) street: String,
    pub(super) postcode: String,
    pub(super) telephone: String,
    pub(super) website: String,
    pub(super) greens: String,
    pub(super) terms: String,
    pub(super) photos: Vec<PhotoRow>,
}

#[derive(Debug)]
pub(super) struct PhotoRow {
    /// The row's location in `clubs.json`.
    pub(super) path: String,
    /// Empty when it is no name of a file, which is a problem already.
    pub(super) file: String,
    pub(super) alt: String,
    /// Of the file; empty until that is read.
    pub(super) hash: String,
}

/// A photo as it is stored.
#[derive(Debug)]
pub(super) struct EncodedPhoto {
    /// Of the largest size, in pixels.
    pub(super) width: u32,
    pub(super) height: u32,
    /// Widths in pixels, and the WebP of each.
    pub(super) sizes: Vec<(u32, Vec<u8>)>,
}

#[derive(Debug)]
pub(super) struct MemberRow {
    pub(super) email: String,
    /// None: the member chooses one by a link.
    pub(super) password: Option<String>,
    pub(super) first_name: String,
    pub(super) prefix: String,
    pub(super) last_name: String,
    pub(super) initials: String,
    pub(super) street: String,
    pub(super) housenumber: String,
    pub(super) postcode: String,
    pub(super) city: String,
    pub(super) gsn: String,
    pub(super) telephone: String,
    pub(super) gender: String,
    pub(super) birthdate: Option<NaiveDate>,
    pub(super) is_club_member: bool,
    pub(super) handicap: Option<f64>,
    pub(super) golfassociation: String,
    pub(super) subscriptions: Vec<SubscriptionRow>,
    pub(super) vouchers: Vec<VoucherRow>,
    pub(super) personal_offers: Vec<OfferRow>,
    pub(super) federation_registration: Option<RegistrationRow>,
}

#[derive(Debug)]
pub(super) struct SubscriptionRow {
    pub(super) name: String,
    pub(super) startdate: DataDate,
    pub(super) enddate: DataDate,
    pub(super) paymentdate: Option<DataDate>,
    pub(super) amount_cents: i64,
    pub(super) max: u32,
    pub(super) per_month: Option<u32>,
    pub(super) max_holes: Holes,
}

#[derive(Debug)]
pub(super) struct VoucherRow {
    pub(super) kind: VoucherKind,
    pub(super) title: String,
    pub(super) holes: Holes,
    pub(super) expires: DataDate,
}

#[derive(Debug)]
pub(super) struct RegistrationRow {
    pub(super) year: i32,
    pub(super) package: String,
}

#[derive(Debug)]
pub(super) struct OfferRow {
    pub(super) amount_cents: i64,
    pub(super) name: String,
    pub(super) url: String,
    pub(super) properties: Vec<String>,
}

#[derive(Debug)]
pub(super) struct NewsRow {
    pub(super) title: String,
    pub(super) contents: String,
    pub(super) post_date: DataDate,
    pub(super) important: bool,
}

#[derive(Debug)]
pub(super) struct FaqRow {
    pub(super) name: String,
    pub(super) questions: Vec<(String, String)>,
}

#[derive(Debug)]
pub(super) struct PageRow {
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) contents: String,
}

#[derive(Debug)]
pub(super) struct HistoryRow {
    pub(super) club: String,
    pub(super) date: DataDate,
    pub(super) holes: Holes,
    pub(super) players: Vec<String>,
}
