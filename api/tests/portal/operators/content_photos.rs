//! Photos that operators upload for clubs.

use fairway_import::import;
use fairway_store::operators::Role;
use image::ImageFormat;
use serde_json::json;

use crate::importing::changed;
use crate::photos::picture;
use crate::support::{Portal, installation};

const PHOTOS: &str = "/operator/api/content/photos";

#[tokio::test]
async fn an_uploaded_photo_is_shown_once_its_club_is_saved() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let file = picture(1_000, 500, ImageFormat::Jpeg);
    let stored = nina.post_file(PHOTOS, file.clone()).await;
    assert_eq!(stored.status, 200, "{}", stored.body);
    assert_eq!((&stored.body["width"], &stored.body["height"]), (&json!(1_000), &json!(500)));
    assert_eq!(nina.post_file(PHOTOS, file).await.body, stored.body, "the same photo has the same name");

    let club = nina.item("club", "De Es").await;
    let mut row = club["published"].clone();
    row["photos"] = json!([{"file": stored.body["file"], "alt": "De derde hole"}]);
    assert_eq!(nina.publish(&club, &row).await.status, 200);
    let shown = jan.get("/api/golfclubs/de-es").await.body["data"]["photos"].clone();
    assert_eq!(shown[0]["alt"], "De derde hole");
    let uri = shown[0]["sizes"][0]["uri"].as_str().expect("an address").to_owned();
    let answer = portal.http.get(portal.url(&uri)).send().await.expect("an answer");
    assert_eq!(answer.headers()["content-type"], "image/webp");
}

#[tokio::test]
async fn an_import_leaves_the_photo_of_a_draft() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let stored = nina.post_file(PHOTOS, picture(1_000, 500, ImageFormat::Jpeg)).await.body;
    let forgotten = nina.post_file(PHOTOS, picture(900, 500, ImageFormat::Jpeg)).await.body;
    let club = nina.item("club", "De Es").await;
    let mut row = club["published"].clone();
    row["photos"] = json!([{"file": stored["file"], "alt": "De derde hole"}]);
    let draft = nina.draft(&club, &row).await;
    assert_eq!(draft.status, 200, "{}", draft.body);

    let unchanged = changed("clubs.json", |_| {});
    import(&portal.pool, &portal.clock, &installation(), unchanged.path()).await.expect("an import");
    let club = nina.item("club", "De Es").await;
    let published = nina.publish(&club, &row).await;
    assert_eq!(published.status, 200, "{}", published.body);
    row["photos"] = json!([{"file": forgotten["file"], "alt": "Niemands foto"}]);
    let club = nina.item("club", "De Es").await;
    nina.publish(&club, &row).await.fails(422, "This photo is not stored. Upload it again.");
}

#[tokio::test]
async fn a_file_that_is_no_photo_for_members_is_refused_with_the_reason() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    for (file, sentence) in [
        (b"no picture".to_vec(), "The photo is neither JPEG nor PNG."),
        (picture(100, 100, ImageFormat::Png), "The photo must have at least 480 by 120 pixels."),
        (Vec::new(), "The photo is neither JPEG nor PNG."),
    ] {
        nina.post_file(PHOTOS, file).await.fails(422, sentence);
    }
    let large = nina.post_file(PHOTOS, vec![0; 8 * 1024 * 1024 + 1]).await;
    large.fails(413, "The photo has more than 8 MiB: choose a smaller one.");
    let bas = portal.operator("bas", &[Role::Support]).await;
    assert_eq!(bas.post_file(PHOTOS, picture(600, 400, ImageFormat::Png)).await.status, 403);
    let photos: i64 = sqlx::query_scalar("SELECT count(*) FROM photos WHERE width IN (100, 600)")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(photos, 0);
}
