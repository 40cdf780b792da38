//! The reader of the binary format against bytes that are made by hand.

use chrono::TimeZone;
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// A row as the server sends it.
fn sent(fields: &[&[u8]]) -> Vec<u8> {
    let mut bytes = i16::try_from(fields.len()).unwrap().to_be_bytes().to_vec();
    for field in fields {
        bytes.extend_from_slice(&i32::try_from(field.len()).unwrap().to_be_bytes());
        bytes.extend_from_slice(field);
    }
    bytes
}

/// The rows of two columns in these messages.
fn read(messages: &[&[u8]]) -> Result<Vec<[Vec<u8>; 2]>, Malformed> {
    let (mut rows, mut found) = (Rows::<2>::default(), Vec::new());
    for message in messages {
        rows.read(message, |fields| {
            found.push(fields.map(<[u8]>::to_vec));
            Ok(())
        })?;
    }
    rows.end()?;
    Ok(found)
}

#[test]
fn rows_are_read_up_to_the_end() {
    let row = [&[HEADER, &[0, 2], &[0, 0, 0, 3], b"abc", &[0, 0, 0, 0]].concat()[..], &[0xff, 0xff]];
    assert_eq!(read(&row), Ok(vec![[b"abc".to_vec(), Vec::new()]]));
    assert_eq!(read(&[HEADER, &[0xff, 0xff]]), Ok(Vec::new()), "no row at all");
}

#[test]
fn an_extension_of_the_header_and_harmless_flags_are_passed_over() {
    let header = [SIGNATURE.as_slice(), &[0, 0, 0, 7], &[0, 0, 0, 2], b"??"].concat();
    assert_eq!(read(&[&header, &sent(&[b"a", b"b"]), &[0xff, 0xff]]).unwrap().len(), 1);
}

#[test]
fn bytes_that_no_server_sends_are_refused() {
    let row = sent(&[b"a", b"b"]);
    let end = [0xff, 0xff].as_slice();
    let header = |flags: [u8; 4], length: [u8; 4]| [SIGNATURE.as_slice(), &flags, &length].concat();
    for (messages, expected) in [
        (vec![b"PGCOPY\n\xff\n\r\0\0\0\0\0\0\0\0\0".as_slice(), end], Malformed::Signature),
        (vec![b"position\tsequence\n".as_slice(), end], Malformed::Signature),
        (vec![&header([0, 1, 0, 0], [0; 4]), end], Malformed::Flags(0x1_0000)),
        (vec![&header([0; 4], [0xff; 4]), end], Malformed::Length(-1)),
        (vec![HEADER, &sent(&[b"a"]), end], Malformed::FieldCount { found: 1, wanted: 2 }),
        (vec![HEADER, &[0xff, 0xfe], end], Malformed::FieldCount { found: -2, wanted: 2 }),
        (vec![HEADER, &[0, 2, 0xff, 0xff, 0xff, 0xff], end], Malformed::Length(-1)),
        (vec![HEADER, &row, end, &row], Malformed::AfterEnd),
        (vec![HEADER, &row, &[0xff, 0xff, 0]], Malformed::AfterEnd),
        (vec![HEADER, &row], Malformed::Truncated),
        (vec![HEADER, &row, &row[..row.len() - 1]], Malformed::Truncated),
        (vec![HEADER], Malformed::Truncated),
        (vec![&HEADER[..12]], Malformed::Truncated),
        (Vec::new(), Malformed::Truncated),
    ] {
        assert_eq!(read(&messages), Err(expected.clone()), "{expected:?}");
    }
}

#[test]
fn an_error_about_a_row_ends_the_reading() {
    let mut rows = Rows::<2>::default();
    let message = [HEADER, &sent(&[b"a", b"b"]), &sent(&[b"c", b"d"])].concat();
    let mut seen = 0;
    let refused = rows.read(&message, |_| {
        seen += 1;
        Err(Malformed::Text)
    });
    assert_eq!((refused, seen), (Err(Malformed::Text), 1));
}

#[test]
fn fields_become_values() {
    assert_eq!(big(&[0, 0, 0, 0, 0, 0, 1, 2]), Ok(258));
    assert_eq!(big(&[0xff; 8]), Ok(-1));
    assert_eq!(uuid(&[7; 16]), Ok(Uuid::from_bytes([7; 16])));
    let day = 86_400_000_000_i64;
    let at = |micros: i64| instant(&micros.to_be_bytes());
    assert_eq!(at(0), Ok(Utc.with_ymd_and_hms(2000, 1, 1, 0, 0, 0).unwrap()));
    assert_eq!(at(-day), Ok(Utc.with_ymd_and_hms(1999, 12, 31, 0, 0, 0).unwrap()));
    assert_eq!(at(1).unwrap().timestamp_subsec_micros(), 1);
    assert_eq!(text("één".as_bytes()), Ok("één"));
    assert_eq!(json(b"\x01{}"), Ok("{}"));
}

#[test]
fn fields_of_another_form_are_refused() {
    for field in [&[][..], &[0; 7], &[0; 9]] {
        assert_eq!(big(field), Err(Malformed::Size(field.len())));
        assert_eq!(instant(field), Err(Malformed::Size(field.len())));
        assert_eq!(uuid(field), Err(Malformed::Size(field.len())));
    }
    // PostgreSQL's infinities.
    assert_eq!(instant(&i64::MAX.to_be_bytes()), Err(Malformed::Instant));
    assert_eq!(instant(&i64::MIN.to_be_bytes()), Err(Malformed::Instant));
    assert_eq!(text(b"\xff"), Err(Malformed::Text));
    for field in [&b""[..], b"{}", b"\x02{}"] {
        assert_eq!(json(field), Err(Malformed::Json));
    }
    assert_eq!(json(b"\x01\xff"), Err(Malformed::Text));
}

proptest! {
    #[test]
    fn rows_are_the_same_however_they_are_cut_into_messages(
        rows in vec((vec(any::<u8>(), 0..9), vec(any::<u8>(), 0..9)), 0..6),
        cuts in vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let mut bytes = HEADER.to_vec();
        for (left, right) in &rows {
            bytes.extend(sent(&[left, right]));
        }
        bytes.extend([0xff, 0xff]);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let messages: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
        let expected: Vec<_> = rows.into_iter().map(|(left, right)| [left, right]).collect();
        prop_assert_eq!(read(&messages), Ok(expected));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in vec(any::<u8>(), 0..64), with_header: bool) {
        let header = if with_header { HEADER } else { &[] };
        let _ = read(&[header, &bytes]);
    }
}
