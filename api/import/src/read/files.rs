//! The files of a data set, and the format of the rows about members.

use fairway_content::cursor::{Place, RowFields};
use fairway_content::format::{
    cents, club, faq, news, normalised, offer, page, rows, settings, small, telephone, year,
};
use fairway_events::VoucherKind;
use fairway_text::contact;
use fairway_text::email::{canonical, checked};

use crate::rows::{DataSet, HistoryRow, MemberRow, RegistrationRow, SubscriptionRow, VoucherRow};

/// Characters of a member's number.
const LONGEST_NUMBER: usize = 50;

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

fn member(fields: &RowFields<'_>) -> MemberRow {
    let (postcode, country) = postcode_and_country(fields);
    MemberRow {
        email: fields.required("email", |place| email(&place)),
        member_number: fields.optional("member_number", |place| member_number(&place)).unwrap_or_default(),
        previous_email: fields.optional("previous_email", |place| {
            // A former release stored texts that are more than an address; the row must be able to name them.
            canonical(&place.filled_text())
        }),
        is_another_person: fields.optional("is_another_person", |place| place.boolean()).unwrap_or_default(),
        password: fields.optional("password", |place| place.filled_text()),
        first_name: fields.filled_line("first_name"),
        prefix: fields.optional_line("prefix"),
        last_name: fields.filled_line("last_name"),
        initials: fields.optional_line("initials"),
        street: fields.optional_line("street"),
        housenumber: fields.optional_line("housenumber"),
        telephone: telephone(fields, &country),
        postcode,
        country,
        city: fields.optional_line("city"),
        gsn: normalised(fields, "gsn", contact::gsn, "must be NL and 8 digits"),
        gender: normalised(fields, "gender", contact::gender, "must be M or F"),
        birthdate: fields.optional("birthdate", |place| place.past_date().day),
        is_club_member: fields.optional("is_club_member", |place| place.boolean()).unwrap_or_default(),
        handicap: fields.optional("handicap", |place| handicap(&place)).flatten(),
        golfassociation: fields.optional_line("golfassociation"),
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

/// A postcode that names its country, such as `B-2000`, needs no `country` beside it.
fn postcode_and_country(fields: &RowFields<'_>) -> (String, String) {
    let rule = contact::country;
    // An empty column of a spreadsheet names no country.
    let is_given = !fields.optional_line("country").is_empty();
    let given =
        normalised(fields, "country", rule, "must be the two letters of a country (ISO 3166-1), such as BE");
    let given = if is_given { given } else { String::new() };
    let postcode = fields.optional("postcode", |place| {
        let text = place.text();
        let country = if given.is_empty() { contact::country_of(&text).to_owned() } else { given.clone() };
        let postcode = contact::postcode(&text, &country).unwrap_or_else(|_dutch| {
            place.refuse(format!(
                "must be a postcode of {country}, such as 1234 AB in NL, 2000 in BE or 48455 in DE; `country` names another \
                 country"
            ));
            String::new()
        });
        (postcode, country)
    });
    postcode
        .unwrap_or_else(|| (String::new(), if given.is_empty() { contact::HOME.to_owned() } else { given }))
}

/// A number, or text as golfers write it.
fn handicap(place: &Place<'_>) -> Option<f64> {
    if !place.is_text() {
        return Some(place.number(-10.0, 54.0));
    }
    contact::typed_handicap(&place.text()).unwrap_or_else(|_dutch| {
        place.refuse(
            "must be a handicap from +10 to 54 with at most two decimals, such as 18.4, \"18,4\" or \"+2,1\"",
        );
        None
    })
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

fn history(fields: &RowFields<'_>) -> HistoryRow {
    HistoryRow {
        club: fields.filled_text("club"),
        date: fields.past_date("date"),
        holes: fields.holes("holes"),
        players: fields.required("players", |list| {
            let players: Vec<String> = list.items().iter().map(email).collect();
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

/// One line, as it is written.
fn member_number(place: &Place<'_>) -> String {
    let number = place.line();
    if number.chars().count() > LONGEST_NUMBER || number.contains(char::is_control) {
        place.refuse(format!("must be one line of at most {LONGEST_NUMBER} characters"));
    }
    number
}

/// An address that mail reaches, written as an address alone.
fn email(place: &Place<'_>) -> String {
    checked(&place.text()).unwrap_or_else(|problem| {
        place.refuse(problem.to_string());
        String::new()
    })
}
