//! Checks that the links of documents lead to files and headings that exist.

use std::collections::{BTreeMap, BTreeSet};

/// The anchors of a document: its headings as a repository's pages name them.
pub(super) fn anchors(text: &str) -> BTreeSet<String> {
    prose(text).filter(|(_, line)| line.starts_with('#')).map(|(_, line)| anchor(line)).collect()
}

/// The links of a document that lead nowhere, each with its line. `exists` knows the paths of files and folders.
pub(super) fn missing_in(
    path: &str,
    text: &str,
    anchors: &BTreeMap<String, BTreeSet<String>>,
    exists: impl Fn(&str) -> bool,
) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (link, _) in links.filter(|(link, _)| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.to_owned() } else { joined(folder, file) };
            let has_anchor =
                || anchors.get(&target).is_none_or(|known| anchor.is_empty() || known.contains(anchor));
            if !exists(&target) || !has_anchor() {
                found.push(format!("{path}:{number}: ({link})"));
            }
        }
    }
    found
}

/// The lines outside of blocks of code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

fn joined(folder: &str, link: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "" | "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_folders_and_headings_are_followed() {
        let text = "# A `b`: c's\n[x](#a-b-cs) [y](../README.md) [z](https://a.b/c) [w](../deploy/)\n```\n[v](no.md)\n```\n";
        let known = BTreeMap::from([("docs/a.md".to_owned(), anchors(text))]);
        let exists = |path: &str| ["docs/a.md", "README.md", "deploy"].contains(&path);
        assert_eq!(missing_in("docs/a.md", text, &known, exists), Vec::<String>::new());
        let broken = "[x](#gone) [y](b.md)\n";
        assert_eq!(
            missing_in("docs/a.md", broken, &known, exists),
            ["docs/a.md:1: (#gone)", "docs/a.md:1: (b.md)"]
        );
    }
}
