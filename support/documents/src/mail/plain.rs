//! A letter as plain text, wrapped for a terminal and for quoting.

use std::fmt::Write as _;

use super::letter::{Letter, Link};
use crate::dutch::one_line;

const WIDTH: usize = 76;

pub(super) fn render(letter: &Letter<'_>) -> String {
    let mut text = String::new();
    block(&mut text, &letter.greeting);
    for paragraph in &letter.paragraphs {
        block(&mut text, paragraph);
    }
    if !letter.facts.is_empty() {
        let labels = letter.facts.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for (label, value) in &letter.facts {
            let _ = writeln!(text, "  {label:<labels$}  {}", one_line(value));
        }
        text.push('\n');
    }
    if let Some(route) = &letter.route {
        address(&mut text, route);
    }
    if let Some(notice) = &letter.notice {
        block(&mut text, notice);
    }
    if let Some(club) = &letter.club {
        let _ = writeln!(text, "{}", one_line(&club.heading).to_uppercase());
        for line in club.lines.iter().flat_map(|line| line.split('\n')) {
            wrapped(&mut text, line);
        }
        text.push('\n');
    }
    for link in letter.action.iter().chain(&letter.links) {
        address(&mut text, link);
    }
    block(&mut text, "Met sportieve groet,\nFairway");
    // The usual signature separator: mail programs leave the signature out of a reply.
    text.push_str("-- \n");
    if let Some(switches) = letter.switches() {
        wrapped(&mut text, &format!("{} {}:", switches.question, switches.link.label));
        wrapped(&mut text, &switches.link.url);
    }
    wrapped(&mut text, &letter.signature());
    text
}

/// A link, its address on a line of its own.
fn address(text: &mut String, link: &Link) {
    let _ = writeln!(text, "{}:\n{}\n", one_line(&link.label), one_line(&link.url));
}

/// A paragraph and an empty line.
fn block(text: &mut String, paragraph: &str) {
    for line in paragraph.split('\n') {
        wrapped(text, line);
    }
    text.push('\n');
}

/// Wraps at spaces; a word that is too long, such as an address, stays whole.
fn wrapped(text: &mut String, line: &str) {
    let mut width = 0;
    for word in one_line(line).split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}
