//! Constraints between the rows of a data set, independent of the database.

use std::collections::BTreeSet;

use fairway_content::format::repeated_closures;
use fairway_content::problems::Sink;

use crate::rows::DataSet;

/// Two rows with one natural key would overwrite each other.
pub(super) fn check_natural_keys(data: &DataSet, sink: &Sink) {
    fn unique<'a>(file: &str, field: &str, keys: impl Iterator<Item = &'a str>, sink: &Sink) {
        let mut seen = BTreeSet::new();
        for (index, key) in keys.enumerate() {
            if !key.is_empty() && !seen.insert(key) {
                sink.add(file, &format!("[{index}].{field}"), format!("`{key}` occurs twice"));
            }
        }
    }
    unique("clubs.json", "id", data.clubs.iter().flatten().map(|row| row.id.as_str()), sink);
    let numbers = data.members.iter().flatten().map(|row| row.member_number.as_str());
    unique("members.json", "member_number", numbers, sink);
    check_addresses(data, sink);
    unique("news.json", "title", data.news.iter().flatten().map(|row| row.title.as_str()), sink);
    unique("faq.json", "name", data.faq.iter().flatten().map(|row| row.name.as_str()), sink);
    unique("pages.json", "slug", data.pages.iter().flatten().map(|row| row.slug.as_str()), sink);
    for (index, club) in data.clubs.iter().flatten().enumerate() {
        for (nth, date) in repeated_closures(club) {
            let path = format!("[{index}].closures[{nth}].date");
            sink.add("clubs.json", &path, format!("{date} occurs twice"));
        }
    }
}

/// A member logs in with their address, so couples need two.
fn check_addresses(data: &DataSet, sink: &Sink) {
    let mut seen = BTreeSet::new();
    for (index, row) in data.members.iter().flatten().enumerate() {
        if row.email.is_empty() || seen.insert(row.email.as_str()) {
            continue;
        }
        let (name, domain) = row.email.rsplit_once('@').unwrap_or((&row.email, ""));
        sink.add(
            "members.json",
            &format!("[{index}].email"),
            format!(
                "`{}` occurs twice, and every member logs in with an address of their own: couples who share a mailbox give \
                 the second one `{name}+partner@{domain}`, which most providers deliver to the same mailbox",
                row.email
            ),
        );
    }
}

/// A registration for the year on sale must be for a package that is sold.
pub(super) fn check_registrations(data: &DataSet, sink: &Sink) {
    let Some(settings) = &data.settings else { return };
    for (index, row) in data.members.iter().flatten().enumerate() {
        let Some(registration) = &row.federation_registration else { continue };
        let is_sold = settings.federation_packages.iter().any(|package| package.key == registration.package);
        if registration.year == settings.federation_year && !is_sold {
            let path = format!("[{index}].federation_registration.package");
            sink.add("members.json", &path, format!("`{}` is not in settings.json", registration.package));
        }
    }
}
