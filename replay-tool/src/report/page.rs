//! The page around the charts: head, tiles, sections, foot. One file that needs nothing else: the policy in its head
//! forbids every request and every script, and allows this one style sheet by its hash.

mod people;
mod play;
mod section;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::NaiveDate;
use chrono_tz::Europe::Amsterdam;
use fairway_audit::figures::{Figures, Freshness, Period};
use sha2::{Digest, Sha256};

use super::text::{count, escape, long_month, percent, plural, share};
use section::Section;

const STYLE: &str = include_str!("page/style.css");
/// A green, its flag, and the contours around it.
const MARK: &str = include_str!("page/mark.svg");

/// Puts the page together.
pub(super) fn page(figures: &Figures) -> String {
    let (period, today) = (figures.period, figures.today);
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let sections: Vec<Section> =
        play::sections(figures).into_iter().chain(people::sections(figures)).collect();
    let links: String = sections.iter().map(Section::link).collect();
    let body: String = sections.iter().map(Section::html).collect();
    let span = span(period);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{hash}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>Fairway · {span}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<header><div class=\"inner\">{MARK}<p class=\"brand\">Fairway</p><h1>{span}</h1>\
         <p class=\"lead\">{}</p></div></header>\n<main>\n<section class=\"tiles\" aria-label=\"Key figures\">{}</section>\n\
         <nav aria-label=\"Charts\">{links}</nav>\n<div class=\"grid\">{body}</div>\n</main>\n<footer>{}</footer>\n\
         </body>\n</html>\n",
        lead(figures),
        tiles(figures),
        foot(&figures.freshness, today),
    )
}

fn span(period: Period) -> String {
    if period.from == period.to {
        long_month(period.from)
    } else {
        format!("{} – {}", long_month(period.from), long_month(period.to))
    }
}

/// The period in one sentence.
fn lead(figures: &Figures) -> String {
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

fn tiles(figures: &Figures) -> String {
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
    [
        (count(rounds), "rounds", "with at least one player"),
        (count(players), "places", "played or booked"),
        (count(clubs), "clubs", "with somebody on the course"),
        (group, "players a round", "on average"),
        (of(used, rights), "of monthly rights", "used"),
        (ahead, "days ahead", "half of all places by then"),
        (of(cancelled, taken), "cancelled", "of all places ever taken"),
        (of(forfeited, taken), "forfeited", "cancelled on the day itself"),
    ]
    .into_iter()
    .map(|(figure, what, more)| {
        format!("<div class=\"tile\"><b>{figure}</b><span>{what}</span><small>{more}</small></div>")
    })
    .collect()
}

fn foot(freshness: &Freshness, today: NaiveDate) -> String {
    let as_of = freshness.as_of.map_or_else(
        || "before the first event".to_owned(),
        |at| at.with_timezone(&Amsterdam).format("%-d %B %Y, %H:%M").to_string(),
    );
    let behind = if freshness.behind > 0 {
        format!(", {} behind the journal", plural(freshness.behind, "event", "events"))
    } else {
        String::new()
    };
    format!(
        "<p>State of the journal at position {} ({}, Amsterdam){behind}; what has expired or ended is reckoned from {}. \
         Figures without persons: classes of fewer than five members are left out. What each figure means is told in \
         docs/analytics.md and in the database (<code>\\d+ analytics.*</code>).</p>",
        count(freshness.position),
        escape(&as_of),
        today.format("%-d %B %Y"),
    )
}
