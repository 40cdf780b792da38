//! A letter as HTML: tables and inline styles, since mail programs support little else. Flag and hills are drawn with
//! borders and gradients: there is no picture to be blocked, and a program that draws neither shows a green bar with the
//! name. Colours are those of the portal; a small style sheet, for the programs that read one, turns them dark.

mod ticket;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::letter::{Letter, Link};
use crate::dutch::one_line;

const FONT: &str = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/// Where the portal's own face is missing, its other one: a reader's serif is mostly Times.
const DISPLAY: &str =
    "font-family:'Young Serif',Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const HILLS: &str = "background-color:#0f4a33;background-image:\
radial-gradient(ellipse 58% 92% at 16% 100%,#2f7350 98%,transparent),\
radial-gradient(ellipse 80% 66% at 84% 100%,#1f5f43 98%,transparent)";

const STYLE: &str = ":root{color-scheme:light dark}\
@media (prefers-color-scheme:dark){\
.paper{background:#0d1511!important}\
.surface{background:#15201a!important;border-color:#2b3a32!important}\
.ink{color:#edf2ea!important}\
.soft{color:#a9b8ad!important}\
.link{color:#83d6a8!important}\
.button{background:#83d6a8!important;color:#07170f!important}\
.header{background:#0b2218!important}\
.hills{background-color:#0b2218!important;background-image:\
radial-gradient(ellipse 58% 92% at 16% 100%,#1c4731 98%,transparent),\
radial-gradient(ellipse 80% 66% at 84% 100%,#133426 98%,transparent)!important}\
.facts{border-color:#2b3a32!important}\
.ticket{border-color:#3d5247!important}\
.stub{background:#1b2f25!important;border-color:#3d5247!important}\
.notice{background:#3b3114!important;color:#f0d68a!important}}";

pub(super) fn render(letter: &Letter<'_>) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="nl" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="supported-color-schemes" content="light dark";
                // Telephones turn numbers and dates into links, in other colours.
                meta name="format-detection" content="telephone=no, date=no, address=no, email=no";
                title { (text(&letter.subject)) }
                style { (PreEscaped(STYLE)) }
            }
            body.paper style="margin:0;padding:0;background:#f5f1e6" {
                // The line that an inbox shows beside the subject.
                @if let Some(first) = letter.paragraphs.first() {
                    div style="display:none;max-height:0;overflow:hidden;mso-hide:all" { (text(first)) }
                }
                table.paper role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"
                    style="background:#f5f1e6" {
                    tr { td align="center" style="padding:24px 12px" { (card(letter)) (footer(letter)) } }
                }
            }
        }
    };
    page.into_string()
}

fn card(letter: &Letter<'_>) -> Markup {
    html! {
        table.surface role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"
            style="max-width:600px;background:#fffdf7;border:1px solid #dcd4c0;border-radius:14px;border-collapse:separate;overflow:hidden" {
            tr {
                td.header style="background:#0f4a33;padding:20px 28px 4px;border-radius:13px 13px 0 0" { (mark()) }
            }
            tr {
                td.hills aria-hidden="true" height="30" style={ "height:30px;font-size:0;line-height:0;" (HILLS) } {}
            }
            tr {
                td.ink style={ "padding:28px;" (FONT) ";font-size:16px;line-height:1.55;color:#15231b" } { (body(letter)) }
            }
        }
    }
}

/// The flag on its pole, and the name.
fn mark() -> Markup {
    html! {
        table role="presentation" cellspacing="0" cellpadding="0" border="0" {
            tr {
                td width="3" aria-hidden="true" style="width:3px;height:34px;background:#f8f4e8;border-radius:2px;font-size:0;line-height:0" {}
                td width="20" valign="top" aria-hidden="true" style="width:20px;padding-top:1px;font-size:0;line-height:0" {
                    div style="width:0;height:0;border-top:8px solid transparent;border-bottom:8px solid transparent;border-left:19px solid #f0643c" {}
                }
                td style={ "padding-left:10px;" (DISPLAY) ";font-size:24px;line-height:34px;font-weight:700;color:#f8f4e8" } {
                    "Fairway"
                }
            }
        }
    }
}

fn footer(letter: &Letter<'_>) -> Markup {
    html! {
        p.soft style={ "max-width:600px;margin:16px auto 0;padding:0 12px;" (FONT) ";font-size:13px;line-height:1.5;color:#4d5a51" } {
            @if let Some(switches) = letter.switches() {
                (switches.question) " " (link(&switches.link, "link", "color:#0f4a33")) "." br;
            }
            (text(&letter.signature()))
        }
    }
}

fn body(letter: &Letter<'_>) -> Markup {
    html! {
        h1.ink style={ "margin:0 0 16px;" (DISPLAY) ";font-size:26px;line-height:1.25;font-weight:700;color:#15231b" } {
            (text(&letter.title))
        }
        @for paragraph in std::iter::once(&letter.greeting).chain(&letter.paragraphs) {
            p style="margin:0 0 14px" { (text(paragraph)) }
        }
        @if letter.is_ticket {
            (ticket::ticket(&letter.facts, letter.route.as_ref()))
        } @else if !letter.facts.is_empty() {
            table.facts width="100%" cellspacing="0" cellpadding="0" border="0"
                style="margin:6px 0 20px;border-top:1px solid #dcd4c0;border-bottom:1px solid #dcd4c0" {
                (rows(&letter.facts))
            }
        }
        @if let Some(notice) = &letter.notice {
            p.notice style="margin:0 0 20px;padding:12px 16px;background:#f3e3b8;color:#5c4300;border-radius:8px" {
                (text(notice))
            }
        }
        @if let Some(action) = &letter.action {
            p style="margin:0 0 20px" {
                (link(action, "button", "display:inline-block;padding:12px 22px;background:#0f4a33;color:#fffdf7;border-radius:8px;font-weight:600;text-decoration:none"))
            }
        }
        @if let Some(club) = &letter.club {
            h2.ink style={ "margin:0 0 8px;" (FONT) ";font-size:16px;font-weight:600;color:#15231b" } {
                (text(&club.heading))
            }
            // A long address breaks: without that the whole mail is wider than a telephone.
            @for line in &club.lines {
                p style="margin:0 0 8px;word-break:break-word;overflow-wrap:anywhere" { (text(line)) }
            }
        }
        @for further in &letter.links {
            p style="margin:8px 0 0" { (link(further, "link", "color:#0f4a33")) }
        }
        p style="margin:20px 0 0" { "Met sportieve groet," br; "Fairway" }
    }
}

fn rows(facts: &[(&str, String)]) -> Markup {
    html! {
        @for (label, value) in facts {
            tr {
                th.soft scope="row" align="left" valign="top"
                    style="padding:7px 16px 7px 0;font-size:14px;font-weight:400;color:#4d5a51;white-space:nowrap" {
                    (text(label))
                }
                td.ink valign="top" width="100%"
                    style="padding:6px 0;font-size:16px;font-weight:600;color:#15231b" {
                    (text(value))
                }
            }
        }
    }
}

/// A text in which `\n` is a line break.
fn text(text: &str) -> Markup {
    html! {
        @for (index, line) in text.split('\n').enumerate() {
            @if index > 0 { br; }
            (one_line(line))
        }
    }
}

fn link(link: &Link, class: &str, style: &str) -> Markup {
    html! { a href=(one_line(&link.url)) class=(class) style=(style) { (text(&link.label)) } }
}
