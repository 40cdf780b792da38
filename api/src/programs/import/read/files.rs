//! The required format of each file.

use chrono::Weekday;
use fairway_events::{Holes, VoucherKind};
use url::Url;

use super::cursor::{Place, RowFields};
use crate::programs::import::rows::{
    ClubRow, DataSet, FaqRow, FreeVoucherRow, HistoryRow, MemberRow, MethodRow, NewsRow, OfferRow,
    PackageRow, PageRow, PhotoRow, RegistrationRow, Settings, SubscriptionRow, VoucherRow,
};
use crate::services::profile_fields;
use crate::store::sanitize::html;

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
/// The most photos of one club.
const MOST_PHOTOS: usize = 6;

/// Reads one file into the data set.
pub(super) fn read(root: Place<'_>, data: &mut DataSet) {
    match root.source.file {
        "settings.json" => data.settings = root.object(settings),
        "clubs.json" => data.clubs = Some(rows(&root, club)),
        "members.json" => data.members = Some(rows(&root, member)),
        "offers.json" => data.offers = Some(rows(&root, offer)),
        "news.json" => data.news = Some(rows(&root, news)),
        "faq.json" => data.faq = Some(rows(&root, faq)),
        "pages.json" => data.pages = Some(rows(&root, page)),
        "history.json" => data.history = Some(rows(&root, history)),
        other => root.refuse(format!("{other} is not a file of a data set")),
    }
}

fn rows<'a, T>(list: &Place<'a>, read: impl Fn(&RowFields<'a>) -> T) -> Vec<T> {
    list.items().iter().filter_map(|item| item.object(&read)).collect()
}

fn cents(fields: &RowFields<'_>, key: &'static str) -> i64 {
    fields.required(key, |place| place.whole(0, MOST_CENTS))
}

fn small(place: &Place<'_>, lowest: i64) -> u32 {
    u32::try_from(place.whole(lowest, MOST)).unwrap_or(0)
}

fn year(place: &Place<'_>) -> i32 {
    i32::try_from(place.whole(2000, 2200)).unwrap_or(0)
}

fn settings(fields: &RowFields<'_>) -> Settings {
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
    }
}

fn club(fields: &RowFields<'_>) -> ClubRow {
    ClubRow {
        id: fields.required("id", |place| {
            let id = place.text();
            if !is_slug(&id) {
                place.refuse("must be a slug: small letters, digits and single hyphens");
            }
            if id == "info" {
                // GET /api/golfclubs/info is the list of all clubs.
                place.refuse("must not be info");
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
        street: normalised(
            fields,
            "street",
            profile_fields::line,
            "must be one line of at most 100 characters",
        ),
        postcode: postcode(fields),
        telephone: telephone(fields),
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
    normalised(fields, "postcode", profile_fields::postcode, "must be a Dutch postcode, such as 1234 AB")
}

fn telephone(fields: &RowFields<'_>) -> String {
    normalised(fields, "telephone", profile_fields::telephone, "must be a telephone number")
}

fn weekday(place: &Place<'_>) -> Option<Weekday> {
    let name = place.text();
    let known = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let index = known.iter().position(|day| *day == name);
    if index.is_none() {
        place.refuse(format!("must be one of {}", known.join(", ")));
    }
    index.and_then(|index| u8::try_from(index).ok()).and_then(|index| Weekday::try_from(index).ok())
}

fn member(fields: &RowFields<'_>) -> MemberRow {
    MemberRow {
        email: fields.required("email", |place| {
            let email = place.text().to_lowercase();
            if !is_email(&email) {
                place.refuse("must be an e-mail address");
            }
            email
        }),
        password: fields.optional("password", |place| place.filled_text()),
        first_name: fields.filled_text("first_name"),
        prefix: fields.optional_text("prefix"),
        last_name: fields.filled_text("last_name"),
        initials: fields.optional_text("initials"),
        street: fields.optional_text("street"),
        housenumber: fields.optional_text("housenumber"),
        postcode: postcode(fields),
        city: fields.optional_text("city"),
        gsn: normalised(fields, "gsn", profile_fields::gsn, "must be NL and 8 digits"),
        telephone: telephone(fields),
        gender: fields
            .optional("gender", |place| {
                let gender = place.text();
                if !matches!(gender.as_str(), "" | "M" | "F") {
                    place.refuse("must be M or F");
                }
                gender
            })
            .unwrap_or_default(),
        birthdate: fields.optional("birthdate", |place| place.past_date().day),
        is_club_member: fields.optional("is_club_member", |place| place.boolean()).unwrap_or_default(),
        handicap: fields.optional("handicap", |place| place.number(-10.0, 54.0)),
        golfassociation: fields.optional_text("golfassociation"),
        subscriptions: fields.optional("subscriptions", |list| rows(&list, subscription)).unwrap_or_default(),
        vouchers: fields.optional("vouchers", |list| rows(&list, voucher)).unwrap_or_default(),
        personal_offers: fields.optional("personal_offers", |list| rows(&list, offer)).unwrap_or_default(),
        federation_registration: fields
            .optional("federation_registration", |place| {
                place.object(|fields| RegistrationRow {
                    year: fields.required("year", |place| year(&place)),
                    package: fields.filled_text("package"),
                })
            })
            .flatten(),
    }
}

fn normalised(
    fields: &RowFields<'_>,
    key: &'static str,
    rule: fn(&str) -> Result<String, &'static str>,
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

fn subscription(fields: &RowFields<'_>) -> SubscriptionRow {
    let row = SubscriptionRow {
        name: fields.filled_text("name"),
        startdate: fields.date("startdate"),
        enddate: fields.date("enddate"),
        paymentdate: fields.optional("paymentdate", |place| place.date()),
        amount_cents: cents(fields, "amount_cents"),
        max: fields.required("max", |place| small(&place, 0)),
        per_month: fields.optional("per_month", |place| small(&place, 0)),
        max_holes: fields.holes("max_holes"),
    };
    if row.enddate.day < row.startdate.day {
        fields.place.refuse("ends before it starts");
    }
    row
}

fn voucher(fields: &RowFields<'_>) -> VoucherRow {
    VoucherRow {
        kind: fields.required_or("kind", VoucherKind::Bonus, |place| match place.text().as_str() {
            "free" => VoucherKind::Free,
            "bonus" => VoucherKind::Bonus,
            _ => {
                place.refuse("must be bonus or free");
                VoucherKind::Bonus
            }
        }),
        title: fields.filled_text("title"),
        holes: fields.holes("holes"),
        expires: fields.date("expires"),
    }
}

fn offer(fields: &RowFields<'_>) -> OfferRow {
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

fn news(fields: &RowFields<'_>) -> NewsRow {
    NewsRow {
        title: fields.filled_text("title"),
        contents: html(&fields.text("contents")),
        post_date: fields.date("post_date"),
        important: fields.required("important", |place| place.boolean()),
    }
}

fn faq(fields: &RowFields<'_>) -> FaqRow {
    FaqRow {
        name: fields.filled_text("name"),
        questions: fields.required("questions", |list| {
            rows(&list, |fields| (fields.filled_text("question"), html(&fields.text("answer"))))
        }),
    }
}

fn page(fields: &RowFields<'_>) -> PageRow {
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

fn history(fields: &RowFields<'_>) -> HistoryRow {
    HistoryRow {
        club: fields.filled_text("club"),
        date: fields.past_date("date"),
        holes: fields.holes("holes"),
        players: fields.required("players", |list| {
            let players: Vec<String> = list.items().iter().map(|item| item.text().to_lowercase()).collect();
            if players.is_empty() || players.len() > 4 {
                list.refuse("must name 1 to 4 players");
            }
            if (1..players.len()).any(|index| players[..index].contains(&players[index])) {
                list.refuse("names a player twice");
            }
            players
        }),
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

fn is_email(text: &str) -> bool {
    let parts = text.split_once('@').filter(|(local, domain)| !local.is_empty() && domain.contains('.'));
    parts.is_some()
        && text.len() <= 254
        && !text.contains(|char: char| char.is_whitespace() || char.is_control())
}
