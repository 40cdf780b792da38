//! A letter as HTML: tables and inline styles, since mail programs know little else. Colours are those of the
//! portal; a small style sheet, for the programs that read one, turns them dark.

use super::letter::{Letter, Link};
use crate::dutch::one_line;

const FONT: &str = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF: &str = "font-family:'Young Serif','Iowan Old Style',Palatino,Georgia,serif";

const DARK: &str = "@media (prefers-color-scheme:dark){\
.paper{background:#0d1511!important}\
.surface{background:#15201a!important;border-color:#2b3a32!important}\
.ink{color:#edf2ea!important}\
.soft{color:#a9b8ad!important}\
.link{color:#83d6a8!important}\
.button{background:#83d6a8!important;color:#07170f!important}\
.header{background:#0b2218!important}\
.facts{border-color:#2b3a32!important}\
.notice{background:#3b3114!important;color:#f0d68a!important}}";

pub(super) fn render(letter: &Letter<'_>) -> String {
    let mut page = Page::default();
    page.raw("<!doctype html>\n<html lang=\"nl\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.raw("<meta name=\"supported-color-schemes\" content=\"light dark\">\n");
    // Telephones turn numbers and dates into links of their own, in their own colours.
    page.raw(
        "<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n<title>",
    );
    page.text(&letter.subject);
    page.raw("</title>\n<style>:root{color-scheme:light dark}");
    page.raw(DARK);
    page.raw("</style>\n</head>\n<body class=\"paper\" style=\"margin:0;padding:0;background:#f5f1e6\">\n");
    preview(&mut page, letter);
    page.raw("<table role=\"presentation\" class=\"paper\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\" style=\"background:#f5f1e6\">\n<tr><td align=\"center\" style=\"padding:24px 12px\">\n");
    page.raw("<table role=\"presentation\" class=\"surface\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\" style=\"max-width:560px;background:#fffdf7;border:1px solid #dcd4c0;border-radius:14px;border-collapse:separate;overflow:hidden\">\n");
    page.raw(&format!("<tr><td class=\"header\" style=\"background:#0f4a33;padding:18px 28px;{SERIF};font-size:22px;line-height:1.2;color:#f8f4e8;border-radius:13px 13px 0 0\">Fairway</td></tr>\n"));
    page.raw(&format!(
        "<tr><td class=\"ink\" style=\"padding:28px;{FONT};font-size:16px;line-height:1.55;color:#15231b\">\n"
    ));
    body(&mut page, letter);
    page.raw("</td></tr>\n</table>\n");
    page.raw(&format!("<p class=\"soft\" style=\"max-width:560px;margin:16px auto 0;padding:0 12px;{FONT};font-size:13px;line-height:1.5;color:#4d5a51\">"));
    page.text(&letter.signature());
    page.raw("</p>\n</td></tr>\n</table>\n</body>\n</html>\n");
    page.0
}

/// The line that an inbox shows beside the subject.
fn preview(page: &mut Page, letter: &Letter<'_>) {
    let Some(first) = letter.paragraphs.first() else { return };
    page.raw("<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all\">");
    page.text(first);
    page.raw("</div>\n");
}

fn body(page: &mut Page, letter: &Letter<'_>) {
    page.raw(&format!(
        "<h1 class=\"ink\" style=\"margin:0 0 16px;{SERIF};font-size:26px;line-height:1.25;font-weight:400;color:#15231b\">"
    ));
    page.text(&letter.title);
    page.raw("</h1>\n");
    for paragraph in std::iter::once(&letter.greeting).chain(&letter.paragraphs) {
        page.raw("<p style=\"margin:0 0 14px\">");
        page.text(paragraph);
        page.raw("</p>\n");
    }
    facts(page, letter);
    if let Some(notice) = &letter.notice {
        page.raw("<p class=\"notice\" style=\"margin:0 0 20px;padding:12px 16px;background:#f3e3b8;color:#5c4300;border-radius:8px\">");
        page.text(notice);
        page.raw("</p>\n");
    }
    if let Some(link) = &letter.action {
        page.raw("<p style=\"margin:0 0 20px\">");
        page.link(link, "button", "display:inline-block;padding:12px 22px;background:#0f4a33;color:#fffdf7;border-radius:8px;font-weight:600;text-decoration:none");
        page.raw("</p>\n");
    }
    if let Some(club) = &letter.club {
        page.raw(&format!(
            "<h2 class=\"ink\" style=\"margin:0 0 8px;{FONT};font-size:16px;font-weight:600;color:#15231b\">"
        ));
        page.text(&club.heading);
        page.raw("</h2>\n");
        for line in &club.lines {
            page.raw("<p style=\"margin:0 0 8px\">");
            page.text(line);
            page.raw("</p>\n");
        }
    }
    for link in &letter.links {
        page.raw("<p style=\"margin:8px 0 0\">");
        page.link(link, "link", "color:#0f4a33");
        page.raw("</p>\n");
    }
    page.raw("<p style=\"margin:20px 0 0\">Met sportieve groet,<br>Fairway</p>\n");
}

fn facts(page: &mut Page, letter: &Letter<'_>) {
    if letter.facts.is_empty() {
        return;
    }
    page.raw("<table class=\"facts\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\" style=\"margin:6px 0 20px;border-top:1px solid #dcd4c0;border-bottom:1px solid #dcd4c0\">\n");
    for (label, value) in &letter.facts {
        page.raw("<tr><th scope=\"row\" class=\"soft\" align=\"left\" valign=\"top\" style=\"padding:7px 16px 7px 0;font-size:14px;font-weight:400;color:#4d5a51;white-space:nowrap\">");
        page.text(label);
        page.raw("</th><td class=\"ink\" valign=\"top\" width=\"100%\" style=\"padding:6px 0;font-size:16px;font-weight:600;color:#15231b\">");
        page.text(value);
        page.raw("</td></tr>\n");
    }
    page.raw("</table>\n");
}

/// The only place where HTML is put together: mark-up of ours goes in as it is, everything else escaped.
#[derive(Default)]
struct Page(String);

impl Page {
    fn raw(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    fn text(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.0.push_str("<br>");
            }
            self.escaped(&one_line(line));
        }
    }

    fn link(&mut self, link: &Link, class: &str, style: &str) {
        self.raw("<a href=\"");
        self.escaped(&link.url);
        self.raw(&format!("\" class=\"{class}\" style=\"{style}\">"));
        self.text(&link.label);
        self.raw("</a>");
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
    }
}
