//! Photos on their way in, from a data set or a browser: each is decoded within bounds, turned upright, scaled down and
//! encoded anew, so that what members receive was written by this program.

use std::io::Cursor;

use fairway_clock::random;
use fairway_store::photos::EncodedPhoto;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

/// The widths in which a photo is served, in pixels: a card, a phone, a desk. A photo is never scaled up.
const WIDTHS: [u32; 3] = [480, 960, 1600];
/// The quality of the encoder, of 100.
const QUALITY: f32 = 78.0;
/// Part of every hash: another value here gives every photo another address, which is needed when the widths or the
/// quality change, because browsers keep what an address once returned.
const ENCODING: &[u8] = b"1";
/// The largest picture, in pixels of a side and in all.
const MOST_SIDE: u32 = 12_000;
const MOST_PIXELS: u64 = 50_000_000;
/// The decoder's memory at most, in bytes: the pixels with 16 bits of each of four colours.
const MOST_MEMORY: u64 = MOST_PIXELS * 8;

/// The hash under which a file's photo is stored.
#[must_use]
pub fn hash(file: &[u8]) -> String {
    hex::encode(&random::digest(&[ENCODING, file].concat())[..16])
}

/// Reads a JPEG or PNG file, which takes up to a second and half a gigabyte.
///
/// # Errors
/// What is wrong with the file: the end of a sentence that begins with its name.
pub fn encode(file: &[u8]) -> Result<EncodedPhoto, String> {
    encoded(decoded(file)?)
}

fn decoded(bytes: &[u8]) -> Result<DynamicImage, String> {
    let broken = |error| format!("is not a picture that can be read: {error}");
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| broken(error.into()))?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png)) {
        return Err("is neither JPEG nor PNG".to_owned());
    }
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MOST_SIDE), Some(MOST_SIDE));
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(format!("has more than {} million pixels", MOST_PIXELS / 1_000_000));
    }
    // A camera stores how it was held and not the picture upright; a damaged note of it is no reason to refuse.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    image.apply_orientation(orientation);
    if image.width() < WIDTHS[0] || image.height() < WIDTHS[0] / 4 {
        return Err(format!("must have at least {} by {} pixels", WIDTHS[0], WIDTHS[0] / 4));
    }
    if image.height() > 2 * image.width() {
        return Err("must not be more than twice as high as wide".to_owned());
    }
    Ok(image)
}

fn encoded(image: DynamicImage) -> Result<EncodedPhoto, String> {
    let largest = image.width().min(WIDTHS[2]);
    let widths = WIDTHS.into_iter().filter(|width| *width < largest).chain([largest]);
    let mut photo = EncodedPhoto { width: largest, height: height_at(&image, largest), sizes: Vec::new() };
    for width in widths {
        let height = height_at(&image, width);
        let scaled = if width == image.width() {
            image.to_rgba8()
        } else {
            image.resize_exact(width, height, FilterType::CatmullRom).into_rgba8()
        };
        let webp = webp::Encoder::from_rgba(&scaled, width, height)
            .encode_simple(false, QUALITY)
            .map_err(|error| format!("cannot be encoded: {error:?}"))?;
        photo.sizes.push((width, webp.to_vec()));
    }
    Ok(photo)
}

/// The height at a width, in proportion.
fn height_at(image: &DynamicImage, width: u32) -> u32 {
    let height = u64::from(image.height()) * u64::from(width) / u64::from(image.width().max(1));
    u32::try_from(height).unwrap_or(u32::MAX).max(1)
}
