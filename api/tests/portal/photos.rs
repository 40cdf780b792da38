//! Photos of clubs: from a file of the data set to what a browser keeps for good.

use std::io::Cursor;
use std::path::Path;

use fairway_import::{ImportError, import};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use crate::importing::changed;
use crate::support::{Member, Portal, installation};

/// A picture with something in it.
pub(crate) fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let colour = |x: u32, y: u32| Rgb([(x % 256) as u8, (y % 256) as u8, ((x + y) % 256) as u8]);
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(RgbImage::from_fn(width, height, colour)).write_to(&mut file, format).expect("a file");
    file.into_inner()
}

/// A copy of the data set whose first club has these photos, by name and content.
fn with_photos(photos: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let named: Vec<Value> =
        photos.iter().map(|(file, _)| json!({"file": file, "alt": format!("Foto {file}")})).collect();
    let dir = changed("clubs.json", |clubs| clubs[0]["photos"] = json!(named));
    add(dir.path(), photos);
    dir
}

fn add(dir: &Path, photos: &[(&str, Vec<u8>)]) {
    std::fs::create_dir(dir.join("photos")).expect("a folder");
    for (file, content) in photos {
        std::fs::write(dir.join("photos").join(file), content).expect("a photo");
    }
}

async fn load(portal: &Portal, dir: &tempfile::TempDir) {
    import(&portal.pool, &portal.clock, &installation(), dir.path()).await.expect("an import");
}

async fn problems(portal: &Portal, dir: &tempfile::TempDir) -> Vec<String> {
    match import(&portal.pool, &portal.clock, &installation(), dir.path()).await {
        Err(ImportError::Problems(problems)) => problems.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

async fn photos_of(member: &Member<'_>, club: &str) -> Value {
    member.get(&format!("/api/golfclubs/{club}")).await.body["data"]["photos"].clone()
}

async fn get(portal: &Portal, path: &str) -> reqwest::Response {
    portal.http.get(portal.url(path)).send().await.expect("an answer")
}

/// Every stored row, and the transaction that wrote it.
async fn stored(portal: &Portal) -> Vec<String> {
    let rows = "SELECT 'photo ' || xmin || ' ' || hash FROM photos
        UNION ALL SELECT 'size ' || xmin || ' ' || hash || ' ' || width FROM photo_sizes ORDER BY 1";
    sqlx::query_scalar(rows).fetch_all(&portal.pool).await.expect("rows")
}

#[tokio::test]
async fn a_photo_is_served_for_good_in_sizes_no_larger_than_itself() {
    let portal = Portal::empty().await;
    let wide = picture(1_000, 500, ImageFormat::Jpeg);
    let small = picture(480, 360, ImageFormat::Png);
    load(&portal, &with_photos(&[("wide.jpg", wide), ("small.png", small)])).await;
    let jan = portal.login("jan").await;
    let photos = photos_of(&jan, "de-es").await;
    let shape = |photo: &Value| {
        let sizes = photo["sizes"].as_array().expect("sizes");
        let widths: Vec<u64> = sizes.iter().filter_map(|size| size["width"].as_u64()).collect();
        (photo["alt"].clone(), photo["width"].as_u64(), photo["height"].as_u64(), widths)
    };
    assert_eq!(shape(&photos[0]), (json!("Foto wide.jpg"), Some(1_000), Some(500), vec![480, 960, 1_000]));
    assert_eq!(shape(&photos[1]), (json!("Foto small.png"), Some(480), Some(360), vec![480]));
    for size in photos[0]["sizes"].as_array().expect("sizes") {
        let uri = size["uri"].as_str().expect("a path");
        let answer = get(&portal, uri).await;
        assert_eq!(answer.status(), 200, "{uri}: without a token");
        assert_eq!(answer.headers()["content-type"], "image/webp");
        assert_eq!(answer.headers()["cache-control"], "public, max-age=31536000, immutable");
        let bytes = answer.bytes().await.expect("a body");
        let read = webp::BitstreamFeatures::new(&bytes).expect("WebP");
        let width = size["width"].as_u64().expect("a width");
        assert_eq!((u64::from(read.width()), u64::from(read.height())), (width, width / 2), "{uri}");
    }
    let first = photos[0]["sizes"][0]["uri"].as_str().expect("a path");
    for unknown in [first.replace("-480", "-481"), first.replace(".webp", ""), "/api/photos/%00".to_owned()] {
        let answer = get(&portal, &unknown).await;
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["cache-control"]),
            (404, &"no-store".parse().expect("a value"))
        );
    }
    assert_eq!(photos_of(&jan, "klein").await, json!([]));
    let clubs = jan.get("/api/golfclubs/info").await;
    let listed = |id: &str| &clubs.data().iter().find(|club| club["id"] == id).expect("the club")["photo"];
    assert_eq!((listed("de-es"), listed("klein")), (&json!(first), &Value::Null));
}

#[tokio::test]
async fn a_repeated_photo_is_left_alone_and_one_that_left_the_data_set_is_deleted() {
    let portal = Portal::empty().await;
    let (kept, left) = (picture(600, 400, ImageFormat::Jpeg), picture(700, 400, ImageFormat::Jpeg));
    let both = with_photos(&[("kept.jpg", kept.clone()), ("left.jpg", left)]);
    load(&portal, &both).await;
    let jan = portal.login("jan").await;
    let photos = photos_of(&jan, "de-es").await;
    let before = stored(&portal).await;
    load(&portal, &both).await;
    assert_eq!(stored(&portal).await, before, "no row is written again");
    assert_eq!(photos_of(&jan, "de-es").await, photos);

    // Under another name, and of two clubs: it is still the same photo.
    let one = changed("clubs.json", |clubs| {
        for club in [0, 1] {
            clubs[club]["photos"] = json!([{"file": "again.jpg", "alt": "Weer"}]);
        }
    });
    add(one.path(), &[("again.jpg", kept)]);
    load(&portal, &one).await;
    let now = photos_of(&jan, "de-es").await;
    assert_eq!(now[0]["sizes"], photos[0]["sizes"]);
    assert_eq!(photos_of(&jan, "klein").await, now);
    let uri = |photo: usize| photos[photo]["sizes"][0]["uri"].as_str().expect("a path").to_owned();
    assert_eq!(get(&portal, &uri(0)).await.status(), 200);
    assert_eq!(get(&portal, &uri(1)).await.status(), 404);
    assert_eq!(stored(&portal).await.len(), 3, "the photo, in two sizes");
}

#[tokio::test]
async fn a_photo_is_turned_upright_and_loses_what_its_camera_noted() {
    let portal = Portal::empty().await;
    let mut held_sideways = picture(1_000, 600, ImageFormat::Jpeg);
    // Exif with one entry: the orientation, of which 6 is a quarter turn.
    let exif = *b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    held_sideways.splice(2..2, exif);
    load(&portal, &with_photos(&[("sideways.jpg", held_sideways)])).await;
    let photos = photos_of(&portal.login("jan").await, "de-es").await;
    assert_eq!((&photos[0]["width"], &photos[0]["height"]), (&json!(600), &json!(1_000)));
    let bytes = get(&portal, photos[0]["sizes"][0]["uri"].as_str().expect("a path")).await.bytes().await;
    let bytes = bytes.expect("a body");
    assert!(!bytes.windows(4).any(|word| word.eq_ignore_ascii_case(b"exif")));
}

#[tokio::test]
async fn every_problem_of_the_photos_is_reported_and_nothing_is_stored() {
    let portal = Portal::empty().await;
    let whole = picture(800, 600, ImageFormat::Png);
    let files = [
        ("text.jpg", b"Dit is geen foto.".to_vec()),
        ("moving.gif", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec()),
        ("half.png", whole[..whole.len() / 2].to_vec()),
        ("small.jpg", picture(479, 400, ImageFormat::Jpeg)),
        ("high.jpg", picture(480, 961, ImageFormat::Jpeg)),
        ("good.jpg", picture(480, 400, ImageFormat::Jpeg)),
    ];
    let wrong = with_photos(&files);
    let found = problems(&portal, &wrong).await;
    let expected = [
        "[0].photos[0].file: photos/text.jpg is neither JPEG nor PNG",
        "[0].photos[1].file: photos/moving.gif is neither JPEG nor PNG",
        "[0].photos[2].file: photos/half.png is not a picture that can be read",
        "[0].photos[3].file: photos/small.jpg must have at least 480 by 120 pixels",
        "[0].photos[4].file: photos/high.jpg must not be more than twice as high as wide",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (problem, expected) in found.iter().zip(expected) {
        assert!(problem.starts_with(&format!("clubs.json: {expected}")), "{found:#?}");
    }

    let photo = |file: &str| json!({"file": file, "alt": "Foto"});
    let wrong = changed("clubs.json", |clubs| {
        clubs[0]["photos"] = json!([photo("../clubs.json"), photo(".jpg"), photo("a\\b.jpg"), photo("")]);
        clubs[1]["photos"] = json!([{"file": "none.jpg", "alt": " "}, {"file": "none.jpg"}]);
        clubs[2]["photos"] = json!(vec![photo("none.jpg"); 7]);
    });
    let found = problems(&portal, &wrong).await;
    for number in 0..4 {
        let named = format!("clubs.json: [0].photos[{number}].file: must be the name of a file in photos/");
        assert!(found.iter().any(|problem| problem.starts_with(&named)), "{found:#?}");
    }
    for expected in [
        "clubs.json: [1].photos[0].alt: must not be empty",
        "clubs.json: [1].photos[1].alt: is missing",
        "clubs.json: [2].photos: must name at most 6 photos",
    ] {
        assert!(found.iter().any(|problem| problem == expected), "{found:#?}");
    }
    let missing = "clubs.json: [1].photos[0].file: photos/none.jpg cannot be read";
    assert!(found.iter().any(|problem| problem.starts_with(missing)), "{found:#?}");
    assert!(!found.iter().any(|problem| problem.contains("photos/../")), "{found:#?}");
    assert_eq!(stored(&portal).await, Vec::<String>::new());
}
