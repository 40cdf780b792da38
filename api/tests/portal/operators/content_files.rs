//! The files of a data set and the browser are two ways to the same content: what one writes, the other reads.

use std::path::Path;

use fairway_api::programs::export_content::export;
use fairway_import::import;
use fairway_store::operators::Role;
use serde_json::json;

use super::content::{ADD, changes_in, news};
use crate::support::{Portal, installation};

fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<(String, Vec<u8>)> = walk(dir);
    found.sort();
    found
}

fn walk(dir: &Path) -> Vec<(String, Vec<u8>)> {
    std::fs::read_dir(dir)
        .expect("a folder")
        .flat_map(|entry| {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                return walk(&path);
            }
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            vec![(name, std::fs::read(&path).expect("a file"))]
        })
        .collect()
}

#[tokio::test]
async fn what_was_written_in_the_browser_is_exported_and_imported_without_a_difference() {
    let portal = Portal::empty().await;
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo-data");
    import(&portal.pool, &portal.clock, &installation(), &demo).await.expect("the demonstration");
    let data = crate::support::data_set();
    let only_members = tempfile::tempdir().expect("a folder");
    std::fs::copy(data.join("members.json"), only_members.path().join("members.json")).expect("a copy");
    import(&portal.pool, &portal.clock, &installation(), only_members.path()).await.expect("members");
    let nina = portal.operator("nina", &[Role::Content]).await;
    let jan = portal.login("jan").await;
    let important = jan.get("/api/news/important").await.data()[0].clone();
    let title = important["title"].as_str().expect("a title");
    let item = nina.item("news", title).await;
    let mut row = item["published"].clone();
    row["title"] = json!("Een andere titel");
    assert_eq!(nina.publish(&item, &row).await.status, 200);
    let dismissal = json!({"id": important["id"]});
    assert_eq!(jan.post("/api/news/important/dismiss", &dismissal).await.status, 200);
    // The old title is free again, for another item.
    let again = json!({"kind": "news", "row": news(title), "publish": "now", "reason": "x"});
    assert_eq!(nina.post(ADD, &again).await.status, 200);
    let draft = json!({"kind": "news", "row": news("Later"), "publish": "draft", "reason": "x"});
    assert_eq!(nina.post(ADD, &draft).await.status, 200);
    let faq = nina.get("/operator/api/content?kind=faq").await.body["items"][0].clone();
    let mut row = faq["published"].clone();
    row["name"] = json!("Andere vragen");
    assert_eq!(nina.publish(&faq, &row).await.status, 200);
    let offers = json!({"kind": "offer", "row": {
        "amount_cents": 5, "name": "Extra", "url": "/x", "properties": ["a"]}, "publish": "now", "reason": "x"});
    assert_eq!(nina.post(ADD, &offers).await.status, 200);

    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("content");
    export(&portal.pool, &dir).await.expect("an export");
    let before = changes_in(&portal).await;
    import(&portal.pool, &portal.clock, &installation(), &dir).await.expect("the exported files");
    assert_eq!(changes_in(&portal).await, before, "nothing differs");
    let again = folder.path().join("again");
    export(&portal.pool, &again).await.expect("an export");
    assert_eq!(files(&dir), files(&again));
    assert!(files(&dir).iter().any(|(name, _)| name.ends_with(".png")), "photos are exported");
    let dismissed = jan.get("/api/news/important").await;
    assert!(dismissed.data().iter().all(|other| other["id"] != important["id"]), "{}", dismissed.body);
    assert_eq!(nina.item("news", "Later").await["status"], "draft", "a draft survives");
    assert_eq!(nina.item("faq", "Andere vragen").await["key"], faq["key"]);
    let full = export(&portal.pool, &dir).await.expect_err("not empty").to_string();
    assert!(full.ends_with("is not empty: name a new folder"), "{full}");

    // Another portal is filled from the files alone.
    let other = Portal::empty().await;
    import(&other.pool, &other.clock, &installation(), &dir).await.expect("the exported files");
    let third = folder.path().join("third");
    export(&other.pool, &third).await.expect("an export");
    let without_photos = |dir: &Path| {
        files(dir)
            .into_iter()
            .filter(|(name, _)| !name.ends_with(".png") && name != "clubs.json")
            .collect::<Vec<_>>()
    };
    assert_eq!(without_photos(&dir), without_photos(&third));
}
