//! `fairway export-content DIR`: writes the content as the files of a data set, as members see it now. Importing them again
//! changes nothing; members and past rounds are no content.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use fairway_console::say;
use fairway_content::exported;
use fairway_store::PgPool;
use fairway_store::content::kind::Kind;
use fairway_store::content::stored::{self, PHOTO};
use fairway_store::database::with_pool;
use fairway_store::read_only_snapshot;
use image::{ExtendedColorType, ImageEncoder};
use serde_json::Value;

use crate::config::Config;

/// The folder of a data set that contains its photos.
const PHOTOS: &str = "photos";

/// The command.
///
/// # Errors
/// When the folder is not empty or cannot be written, or the database does not answer.
pub async fn run(config: Config, dir: &Path) -> anyhow::Result<()> {
    with_pool(&config.database(), 1, async |pool| {
        say!("{}", export(pool, dir).await?)?;
        Ok(())
    })
    .await
}

/// Writes the files; returns what was written.
///
/// # Errors
/// As [`run`].
pub async fn export(pool: &PgPool, dir: &Path) -> anyhow::Result<String> {
    let cannot = || format!("{} cannot be written", dir.display());
    std::fs::create_dir_all(dir).with_context(cannot)?;
    let is_empty = std::fs::read_dir(dir).with_context(cannot)?.next().is_none();
    ensure!(is_empty, "{} is not empty: name a new folder", dir.display());
    let mut transaction = read_only_snapshot::begin(pool).await?;
    let mut counts = Vec::new();
    for kind in Kind::ALL {
        let mut rows: Vec<Value> = stored::items(&mut *transaction, Some(kind), None)
            .await?
            .into_iter()
            .map(|item| item.row)
            .collect();
        for photo in rows.iter_mut().filter_map(|row| row.get_mut("photos")?.as_array_mut()).flatten() {
            let Some(Value::String(file)) = photo.get_mut("file") else { continue };
            let Some(hash) = file.strip_suffix(PHOTO).map(str::to_owned) else { continue };
            let webp = stored::largest_photo(&mut *transaction, &hash).await?;
            let png = png(&webp.with_context(|| format!("the photo {hash} is not stored"))?)?;
            *file = exported::file_name(&hash, &png);
            let folder = dir.join(PHOTOS);
            std::fs::create_dir_all(&folder).with_context(cannot)?;
            std::fs::write(folder.join(&*file), png).with_context(cannot)?;
        }
        counts.push(format!("{} in {}", rows.len(), kind.file()));
        // Before the first import there are no settings, and a file must not say so.
        let contents = match kind {
            Kind::Settings => match rows.pop() {
                Some(settings) => settings,
                None => continue,
            },
            _ => Value::Array(rows),
        };
        let text = format!("{contents:#}\n");
        std::fs::write(dir.join(kind.file()), text).with_context(cannot)?;
    }
    Ok(format!("exported to {}: {}", dir.display(), counts.join(", ")))
}

/// A stored photo without loss, in a format that imports read.
fn png(webp: &[u8]) -> anyhow::Result<Vec<u8>> {
    let Some(photo) = webp::Decoder::new(webp).decode() else { bail!("a stored photo cannot be decoded") };
    let colours = if photo.is_alpha() { ExtendedColorType::Rgba8 } else { ExtendedColorType::Rgb8 };
    let mut bytes = Vec::new();
    image::codecs::png::PngEncoder::new(&mut bytes).write_image(
        &photo,
        photo.width(),
        photo.height(),
        colours,
    )?;
    Ok(bytes)
}
