//! The page: head, tiles, a card for each part, foot. It is one file without references: the policy in its head
//! forbids every request and every script, and allows only its own style sheet, by its hash.

mod card;
mod findings;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono_tz::Europe::Amsterdam;
use fairway_audit::figures::key::KeyFigures;
use fairway_audit::figures::parts::parts;
use fairway_audit::figures::{Figures, Period};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use self::findings::UNPUBLISHED;
use super::text::{count, long_month, percent, plural};

const STYLE: &str = include_str!("page/style.css");
/// The logo: a green, its flag, and the contours around it.
const MARK: &str = include_str!("page/mark.svg");

/// Builds the page.
pub(super) fn page(figures: &Figures) -> String {
    let key = figures.key();
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let parts = parts(figures);
    let span = span(figures.period);
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
                        p.lead { (summary(figures, &key)) }
                    }
                }
                main {
                    section.tiles aria-label="Key figures" { (tiles(&key)) }
                    nav aria-label="Parts" {
                        @for part in &parts { a href={ "#" (part.name) } { (part.title) } }
                    }
                    div.grid {
                        @for part in &parts { (card::card(part, &findings::finding(part.name, figures, &key))) }
                    }
                }
                footer { (foot(figures)) }
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
fn summary(figures: &Figures, key: &KeyFigures) -> String {
    let (Some(rounds @ 1..), Some(places)) = (key.rounds, key.places) else {
        let none = if figures.published { UNPUBLISHED } else { "Nobody played or booked in this period." };
        return none.to_owned();
    };
    format!(
        "{} with {} at {}, played and booked.",
        plural(rounds, "round", "rounds"),
        plural(places, "place", "places"),
        plural(clubs(key), "club", "clubs"),
    )
}

fn clubs(key: &KeyFigures) -> i64 {
    i64::try_from(key.clubs).unwrap_or(0)
}

fn tiles(key: &KeyFigures) -> Markup {
    let dash = || "–".to_owned();
    let tiles = [
        (key.rounds.map_or_else(dash, count), "rounds", "with at least one player"),
        (key.places.map_or_else(dash, count), "places", "played or booked"),
        (count(clubs(key)), "clubs", "with somebody on the course"),
        (key.players_a_round.map_or_else(dash, |mean| format!("{mean:.1}")), "players a round", "on average"),
        (key.rights_used.map_or_else(dash, percent), "of monthly rights", "used"),
        (
            key.median_days_ahead.map_or_else(dash, |days| days.to_string()),
            "days ahead",
            "half of all places by then",
        ),
        (key.cancelled.map_or_else(dash, percent), "cancelled", "of the places taken here"),
        (key.forfeited.map_or_else(dash, percent), "forfeited", "cancelled, and the right is lost"),
    ];
    html! {
        @for (figure, what, more) in tiles { div.tile { b { (figure) } span { (what) } small { (more) } } }
    }
}

fn foot(figures: &Figures) -> Markup {
    let freshness = &figures.freshness;
    let as_of = freshness.as_of.map_or_else(
        || "before the first event".to_owned(),
        |at| at.with_timezone(&Amsterdam).format("%-d %B %Y, %H:%M").to_string(),
    );
    let behind = if freshness.behind > 0 {
        format!(", {} behind the journal", plural(freshness.behind, "event", "events"))
    } else {
        String::new()
    };
    let today = figures.today.format("%-d %B %Y");
    html! {
        p {
            @if figures.published {
                "Published figures, as of " (today) ": of closed months, and what is of fewer than five members is counted \
                 together with more. "
            } @else {
                "Exact figures, for the operators of the portal: a small number can be about one member. State of the \
                 journal at position " (count(freshness.position)) " (" (as_of) ", Amsterdam)" (behind)
                "; what has expired or ended is reckoned from " (today) ". "
            }
            "What each figure means is told in docs/analytics.md and in the database ("
            code { "\\d+ analytics.*" }
            ")."
        }
    }
}
