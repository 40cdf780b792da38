//! The page around the charts: head, tiles, sections, foot. It is one file without references: the policy in its head
//! forbids every request and every script, and allows only its own style sheet, by its hash.

mod people;
mod play;
mod section;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::NaiveDate;
use chrono_tz::Europe::Amsterdam;
use fairway_audit::figures::{Figures, Freshness, Period};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::text::{count, long_month, percent, plural, share};
use section::Section;

const STYLE: &str = include_str!("page/style.css");
/// The logo: a green, its flag, and the contours around it.
const MARK: &str = include_str!("page/mark.svg");

/// Builds the page.
pub(super) fn page(figures: &Figures) -> String {
    let (period, today) = (figures.period, figures.today);
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let sections: Vec<Section> =
        play::sections(figures).into_iter().chain(people::sections(figures)).collect();
    let span = span(period);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy"
                    content={ "default-src 'none'; style-src 'sha256-" (hash) "'; base-uri 'none'; form-action 'none'" };
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta name="robots" content="noindex";
                title { "Fairway · " (span) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    div.inner {
                        (PreEscaped(MARK))
                        p.brand { "Fairway" }
                        h1 { (span) }
                        p.lead { (summary(figures)) }
                    }
                }
                main {
                    section.tiles aria-label="Key figures" { (tiles(figures)) }
                    nav aria-label="Charts" { @for section in &sections { (section.link()) } }
                    div.grid { @for section in &sections { (section.html()) } }
                }
                footer { (foot(&figures.freshness, today)) }
            }
        }
    };
    page.into_string()
}

fn span(period: Period) -> String {
    if period.from == period.to {
        long_month(period.from)
    } else {
        format!("{} – {}", long_month(period.from), long_month(period.to))
    }
}

/// The period in one sentence.
fn summary(figures: &Figures) -> String {
    let rounds: i64 = figures.clubs.iter().map(|club| club.rounds).sum();
    let players: i64 = figures.clubs.iter().map(|club| club.players).sum();
    if rounds == 0 {
        return "Nobody played or booked in this period.".to_owned();
    }
    format!(
        "{} with {} at {}, played and booked.",
        plural(rounds, "round", "rounds"),
        plural(players, "place", "places"),
        plural(i64::try_from(figures.clubs.len()).unwrap_or(0), "club", "clubs"),
    )
}

fn tiles(figures: &Figures) -> Markup {
    let rounds: i64 = figures.clubs.iter().map(|club| club.rounds).sum();
    let players: i64 = figures.clubs.iter().map(|club| club.players).sum();
    let clubs = i64::try_from(figures.clubs.len()).unwrap_or(0);
    let taken: i64 = figures.places.iter().map(|month| month.places).sum();
    let cancelled: i64 = figures.places.iter().map(|month| month.cancelled).sum();
    let forfeited: i64 = figures.places.iter().map(|month| month.forfeited).sum();
    let rights: i64 = figures.rights.iter().map(|month| month.rights).sum();
    let used: i64 = figures.rights.iter().map(|month| month.used).sum();
    let of = |part, whole| share(part, whole).map_or_else(|| "–".to_owned(), percent);
    let group = share(players, rounds).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.1}"));
    let ahead = figures.median_lead_time().map_or_else(|| "–".to_owned(), |days| days.to_string());
    let tiles = [
        (count(rounds), "rounds", "with at least one player"),
        (count(players), "places", "played or booked"),
        (count(clubs), "clubs", "with somebody on the course"),
        (group, "players a round", "on average"),
        (of(used, rights), "of monthly rights", "used"),
        (ahead, "days ahead", "half of all places by then"),
        (of(cancelled, taken), "cancelled", "of all places ever taken"),
        (of(forfeited, taken), "forfeited", "cancelled on the day itself"),
    ];
    html! {
        @for (figure, what, more) in tiles { div.tile { b { (figure) } span { (what) } small { (more) } } }
    }
}

fn foot(freshness: &Freshness, today: NaiveDate) -> Markup {
    let as_of = freshness.as_of.map_or_else(
        || "before the first event".to_owned(),
        |at| at.with_timezone(&Amsterdam).format("%-d %B %Y, %H:%M").to_string(),
    );
    let behind = if freshness.behind > 0 {
        format!(", {} behind the journal", plural(freshness.behind, "event", "events"))
    } else {
        String::new()
    };
    html! {
        p {
            "State of the journal at position " (count(freshness.position)) " (" (as_of) ", Amsterdam)" (behind)
            "; what has expired or ended is reckoned from " (today.format("%-d %B %Y")) ". Figures without persons: \
             classes of fewer than five members are left out. What each figure means is told in docs/analytics.md and in \
             the database ("
            code { "\\d+ analytics.*" }
            ")."
        }
    }
}
