//! The rows of a data set, read and checked one by one; `plan` checks the constraints between them.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{Holes, VoucherKind};
use fairway_store::content::dates::DataDate;
use fairway_store::content::rows::{ClubRow, FaqRow, NewsRow, OfferRow, PageRow, Settings};
use fairway_store::photos::EncodedPhoto;

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
pub(super) struct MemberRow {
    pub(super) email: String,
    /// Identifies the member, whatever their address; empty when there is none.
    pub(super) member_number: String,
    /// The address that the portal knows, where the row has another one.
    pub(super) previous_email: Option<String>,
    /// The author says: the row is of nobody whom the portal knows, however much it looks like them.
    pub(super) is_another_person: bool,
    /// None: the member chooses one by a link.
    pub(super) password: Option<String>,
    pub(super) first_name: String,
    pub(super) prefix: String,
    pub(super) last_name: String,
    pub(super) initials: String,
    pub(super) street: String,
    pub(super) housenumber: String,
    pub(super) postcode: String,
    pub(super) country: String,
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
pub(super) struct HistoryRow {
    pub(super) club: String,
    pub(super) date: DataDate,
    pub(super) holes: Holes,
    pub(super) players: Vec<String>,
}
