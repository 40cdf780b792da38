//! The data set with little room at three clubs, so that members of a recorded history compete for it. The terms are
//! changed before the import: within a record they must stay (tools/histories/README.md).

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::cluster;
use crate::layout::Layout;

/// The clubs, each with its places on a day. Members of the demo data may use the screens of the first two. None has a
/// rule that would refuse a member's three rounds, and the other faults' members play elsewhere.
pub(super) const SMALL_CLUBS: [(&str, u32); 3] =
    [("wilgenhoek-amersfoort", 4), ("zuiderzeewal-dronten", 6), ("bevelandse-kreek-goes", 8)];

/// The same options with a changed copy of the data set.
pub(super) fn with_small_clubs(options: &cluster::Options, layout: &Layout) -> Result<cluster::Options> {
    let Some(data) = &options.data else { return Ok(options.clone()) };
    let copy = layout.folder().join("data");
    copy_folder(data, &copy).with_context(|| format!("cannot copy {}", data.display()))?;
    let file = copy.join("clubs.json");
    let clubs = limited(&std::fs::read_to_string(&file)?)?;
    std::fs::write(&file, clubs).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(cluster::Options { data: Some(copy), ..options.clone() })
}

/// The content of `clubs.json` with the capacities of [`SMALL_CLUBS`].
fn limited(clubs: &str) -> Result<String> {
    let mut clubs: Vec<Value> = serde_json::from_str(clubs)?;
    for (id, capacity) in SMALL_CLUBS {
        let club = clubs.iter_mut().find(|club| club["id"] == id);
        club.with_context(|| format!("the data set has no club {id}"))?["daily_capacity"] = json!(capacity);
    }
    Ok(serde_json::to_string(&clubs)?)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else {
            std::fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_small_clubs_get_another_capacity() {
        let clubs: Vec<Value> = SMALL_CLUBS
            .iter()
            .map(|(id, _)| json!({ "id": id, "daily_capacity": null }))
            .chain([json!({ "id": "other", "daily_capacity": 24 })])
            .collect();
        let changed = limited(&serde_json::to_string(&clubs).unwrap()).unwrap();
        let changed: Vec<Value> = serde_json::from_str(&changed).unwrap();
        let capacities: Vec<&Value> = changed.iter().map(|club| &club["daily_capacity"]).collect();
        assert_eq!(capacities, [&json!(4), &json!(6), &json!(8), &json!(24)]);
        assert!(limited("[]").is_err());
    }
}
