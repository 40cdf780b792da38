//! The required format of each row of content in a data set, the same for a file and for a form.

use std::collections::BTreeSet;

use chrono::{NaiveDate, Weekday};
use fairway_audit::permanent_text;
use fairway_events::Holes;
use fairway_store::content::rows::{
    ClubRow, FaqRow, FreeVoucherRow, MethodRow, NewsRow, OfferRow, PackageRow, PageRow, PhotoRow, Settings,
    WEEKDAYS,
};
use fairway_store::sanitize::html;
use fairway_text::contact;
use url::Url;

use crate::cursor::{Place, RowFields};

/// A million euros: more is a typing mistake.
const MOST_CENTS: i64 = 100_000_000;
/// The upper limit for rounds, places and days.
const MOST: i64 = 100_000;
/// The longest address of a site, in characters.
const LONGEST_ADDRESS: usize = 200;
/// The longest text about a club's greens, in characters.
const LONGEST_TEXT: usize = 1_000;
/// The longest terms of a club, in characters.
const LONGEST_HTML: usize = 20_000;
/// The longest name of a photo's file and the longest description of a photo, in characters.
const LONGEST_NAME: usize = 100;
const LONGEST_ALT: usize = 200;
/// The names of granted vouchers and passes where the settings list none; as in the migration.
const VOUCHER_TITLES: [&str; 3] = ["Compensatie", "Bonusvoucher", "Cadeauvoucher"];
const PASS_NAMES: [&str; 3] = ["Seizoenspas", "Proefpas", "Cadeaupas"];
/// The most photos of one club.
const MOST_PHOTOS: usize = 6;

/// The rows of a list; elements that cannot be read are left out.
pub fn rows<'a, T>(list: &Place<'a>, read: impl Fn(&RowFields<'a>) -> T) -> Vec<T> {
    list.items().iter().filter_map(|item| item.object(&read)).collect()
}

/// An amount in cents.
pub fn cents(fields: &RowFields<'_>, key: &'static str) -> i64 {
    fields.required(key, |place| place.whole(0, MOST_CENTS))
}

/// A whole number from `lowest` on.
pub fn small(place: &Place<'_>, lowest: i64) -> u32 {
    u32::try_from(place.whole(lowest, MOST)).unwrap_or(0)
}

/// A calendar year.
pub fn year(place: &Place<'_>) -> i32 {
    i32::try_from(place.whole(2000, 2200)).unwrap_or(0)
}

/// The settings.
pub fn settings(fields: &RowFields<'_>) -> Settings {
    let days = |place: Place<'_>, lowest| i32::try_from(place.whole(lowest, MOST)).unwrap_or(0);
    Settings {
        federation_year: fields.required("federation_year", |place| year(&place)),
        federation_packages: fields.required("federation_packages", |list| {
            rows(&list, |fields| PackageRow {
                key: fields.filled_text("key"),
                description: fields.filled_text("description"),
                price_cents: cents(fields, "price_cents"),
            })
        }),
        free_vouchers: fields.required("free_vouchers", |list| {
            rows(&list, |fields| FreeVoucherRow {
                holes: fields.holes("holes"),
                price_cents: cents(fields, "price_cents"),
            })
        }),
        free_voucher_validity_days: fields.required("free_voucher_validity_days", |place| days(place, 1)),
        free_voucher_max_per_year: fields.required("free_voucher_max_per_year", |place| days(place, 0)),
        payment_methods: fields.required("payment_methods", |list| {
            rows(&list, |fields| MethodRow { id: fields.filled_text("id"), name: fields.filled_text("name") })
        }),
        voucher_titles: grant_names(fields, "voucher_titles", &VOUCHER_TITLES),
        pass_names: grant_names(fields, "pass_names", &PASS_NAMES),
    }
}

/// The names that a granted voucher or pass may have. A data set of an earlier release lists none: then those of the
/// migration.
fn grant_names(fields: &RowFields<'_>, key: &'static str, absent: &[&str]) -> Vec<String> {
    let named = fields.optional(key, |list| {
        let names: Vec<String> = list.items().iter().map(grant_name).collect();
        if names.is_empty() {
            list.refuse("must have at least one name");
        }
        names
    });
    named.unwrap_or_else(|| absent.iter().map(|name| (*name).to_owned()).collect())
}

fn grant_name(place: &Place<'_>) -> String {
    let name = place.filled_text();
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        place.refuse(format!("must be one line of at most {LONGEST_NAME} characters"));
    }
    if let Err(refusal) = permanent_text::refuse_identifiers(&name) {
        place.refuse(format!("must say nothing of a person: each grant keeps it for good. {refusal}"));
    }
    name
}

/// A club.
pub fn club(fields: &RowFields<'_>) -> ClubRow {
    ClubRow {
        id: fields.required("id", |place| {
            let id = place.text();
            if !is_slug(&id) {
                place.refuse("must be a slug: small letters, digits and single hyphens");
            }
            // GET /api/golfclubs/info is the list of all clubs; figures for analysts count small clubs together as other.
            if ["info", "other"].contains(&id.as_str()) {
                place.refuse(format!("must not be {id}"));
            }
            id
        }),
        name: fields.filled_text("name"),
        city: fields.filled_text("city"),
        short_name: fields.filled_text("short_name"),
        keywords: fields.text("keywords"),
        lat: fields.required("lat", |place| place.number(-90.0, 90.0)),
        lon: fields.required("lon", |place| place.number(-180.0, 180.0)),
        holes: fields.required("holes", |list| {
            let holes: Vec<Holes> = list.items().iter().map(Place::holes).collect();
            if holes.is_empty() || (1..holes.len()).any(|index| holes[..index].contains(&holes[index])) {
                list.refuse("must be [9], [18] or [9, 18]");
            }
            holes
        }),
        starttime_description: fields.text("starttime_description"),
        reservation_instruction: html(&fields.text("reservation_instruction")),
        reservation_description: html(&fields.text("reservation_description")),
        max_plays_per_year: fields.required("max_plays_per_year", |place| small(&place, 0)),
        daily_capacity: fields.optional("daily_capacity", |place| small(&place, 0)),
        closed_weekdays: fields
            .optional("closed_weekdays", |list| list.items().iter().filter_map(weekday).collect())
            .unwrap_or_default(),
        closures: fields
            .optional("closures", |list| {
                rows(&list, |fields| (fields.date("date").day, fields.filled_text("reason")))
            })
            .unwrap_or_default(),
        street: normalised(fields, "street", contact::line, "must be one line of at most 100 characters"),
        postcode: postcode(fields),
        telephone: telephone(fields, contact::HOME),
        website: fields.optional("website", |place| website(&place)).unwrap_or_default(),
        greens: fields.optional("greens", |place| place.bounded_text(LONGEST_TEXT)).unwrap_or_default(),
        photos: photos(fields),
        terms: html(&fields.optional("terms", |place| place.bounded_text(LONGEST_HTML)).unwrap_or_default()),
    }
}

fn photos(fields: &RowFields<'_>) -> Vec<PhotoRow> {
    let photos = fields.optional("photos", |list| {
        let photos = rows(&list, |fields| PhotoRow {
            path: fields.place.path.clone(),
            file: fields.required("file", |place| {
                let file = place.bounded_text(LONGEST_NAME);
                if is_file_name(&file) {
                    file
                } else {
                    place.refuse("must be the name of a file in photos/: letters, digits, `.`, `_` and `-`");
                    String::new()
                }
            }),
            alt: fields.required("alt", |place| {
                let alt = place.bounded_text(LONGEST_ALT);
                if alt.is_empty() {
                    place.refuse("must not be empty");
                }
                alt
            }),
            hash: String::new(),
        });
        if photos.len() > MOST_PHOTOS {
            list.refuse(format!("must name at most {MOST_PHOTOS} photos"));
        }
        photos
    });
    photos.unwrap_or_default()
}

/// It becomes a link that leaves the portal.
fn website(place: &Place<'_>) -> String {
    let address = place.bounded_text(LONGEST_ADDRESS);
    let names_no_user = Url::parse(&address).is_ok_and(|url| url.username().is_empty());
    let is_site = names_no_user && address.starts_with("https://");
    if !address.is_empty() && !is_site {
        place.refuse("must be the https:// address of a site");
    }
    address
}

fn postcode(fields: &RowFields<'_>) -> String {
    let dutch = |text: &str| contact::postcode(text, contact::HOME);
    normalised(fields, "postcode", dutch, "must be a Dutch postcode, such as 1234 AB")
}

/// A telephone number of somebody or something in a country (`NL`).
pub fn telephone(fields: &RowFields<'_>, country: &str) -> String {
    let rule = |text: &str| contact::telephone(text, country);
    normalised(fields, "telephone", rule, "must be a telephone number, with the code of its country (+32 …)")
}

fn weekday(place: &Place<'_>) -> Option<Weekday> {
    let name = place.text();
    let index = WEEKDAYS.iter().position(|day| *day == name);
    if index.is_none() {
        place.refuse(format!("must be one of {}", WEEKDAYS.join(", ")));
    }
    index.and_then(|index| u8::try_from(index).ok()).and_then(|index| Weekday::try_from(index).ok())
}

/// An optional text, as `rule` writes it; empty where it is absent.
pub fn normalised(
    fields: &RowFields<'_>,
    key: &'static str,
    rule: impl Fn(&str) -> Result<String, &'static str>,
    problem: &str,
) -> String {
    fields
        .optional(key, |place| {
            rule(&place.text()).unwrap_or_else(|_dutch| {
                place.refuse(problem);
                String::new()
            })
        })
        .unwrap_or_default()
}

/// A public offer.
pub fn offer(fields: &RowFields<'_>) -> OfferRow {
    OfferRow {
        amount_cents: cents(fields, "amount_cents"),
        name: fields.filled_text("name"),
        url: fields.required("url", |place| {
            let url = place.text();
            // It becomes a link: schemes that execute code are not allowed.
            if !(url.starts_with("https://") || url.starts_with("http://") || url.starts_with('/')) {
                place.refuse("must begin with https://, http:// or /");
            }
            url
        }),
        properties: fields.required("properties", |list| list.items().iter().map(Place::text).collect()),
    }
}

/// An item of news.
pub fn news(fields: &RowFields<'_>) -> NewsRow {
    NewsRow {
        title: fields.filled_text("title"),
        contents: html(&fields.text("contents")),
        post_date: fields.date("post_date"),
        important: fields.required("important", |place| place.boolean()),
    }
}

/// A category of questions.
pub fn faq(fields: &RowFields<'_>) -> FaqRow {
    FaqRow {
        name: fields.filled_text("name"),
        questions: fields.required("questions", |list| {
            rows(&list, |fields| (fields.filled_text("question"), html(&fields.text("answer"))))
        }),
    }
}

/// A page.
pub fn page(fields: &RowFields<'_>) -> PageRow {
    PageRow {
        slug: fields.required("slug", |place| {
            let slug = place.text();
            if !is_slug(&slug) {
                place.refuse("must be a slug: small letters, digits and single hyphens");
            }
            slug
        }),
        title: fields.filled_text("title"),
        contents: html(&fields.text("contents")),
    }
}

fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text.split('-').all(|part| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

/// A name that leads nowhere else on any system.
fn is_file_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// The closures whose day an earlier one has.
pub fn repeated_closures(row: &ClubRow) -> Vec<(usize, NaiveDate)> {
    let mut days = BTreeSet::new();
    let dates = row.closures.iter().enumerate().map(|(nth, (date, _))| (nth, *date));
    dates.filter(|(_, date)| !days.insert(*date)).collect()
}
