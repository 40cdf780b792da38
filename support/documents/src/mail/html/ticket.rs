//! The round of a mail as the ticket that the app shows: the club on top, the facts in the middle, and below the
//! perforation the number, large enough to be read out on a telephone.

use maud::{Markup, html};

use super::{DISPLAY, link, rows, text};
use crate::mail::letter::{CLUB, Link, NUMBER};

pub(super) fn ticket(facts: &[(&'static str, String)], route: Option<&Link>) -> Markup {
    let of = |wanted: &str| facts.iter().find(|(label, _)| *label == wanted);
    let others: Vec<(&str, String)> =
        facts.iter().filter(|(label, _)| ![CLUB, NUMBER].contains(label)).cloned().collect();
    html! {
        table.ticket width="100%" cellspacing="0" cellpadding="0" border="0"
            style="margin:6px 0 20px;border:1px solid #b9c9b6;border-radius:12px;border-collapse:separate" {
            @if let Some((label, club)) = of(CLUB) {
                tr {
                    td.stub style="padding:14px 20px;background:#e4eee3;border-radius:11px 11px 0 0" {
                        (caption(label))
                        div.ink style={ (DISPLAY) ";font-size:20px;line-height:1.3;font-weight:700;color:#15231b" } { (text(club)) }
                    }
                }
            }
            tr {
                td style="padding:8px 20px" {
                    table width="100%" cellspacing="0" cellpadding="0" border="0" { (rows(&others)) }
                    @if let Some(route) = route {
                        p style="margin:4px 0 6px" { (link(route, "link", "color:#0f4a33;font-weight:600")) }
                    }
                }
            }
            @if let Some((label, number)) = of(NUMBER) {
                tr {
                    td.stub style="padding:12px 20px 14px;background:#e4eee3;border-top:2px dashed #b9c9b6;border-radius:0 0 11px 11px" {
                        (caption(label))
                        div.ink style="font-size:24px;line-height:1.3;font-weight:700;letter-spacing:0.06em;color:#15231b" { (text(number)) }
                    }
                }
            }
        }
    }
}

fn caption(label: &str) -> Markup {
    html! { div.soft style="font-size:14px;line-height:1.4;color:#4d5a51" { (text(label)) } }
}
