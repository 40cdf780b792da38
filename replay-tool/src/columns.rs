//! Tables for a terminal: each column is as wide as its widest cell. Colour codes do not count.

use crate::style::Style;

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A heading and rows, each line ended.
pub(crate) fn table<const N: usize>(
    heading: &[String; N],
    rows: impl IntoIterator<Item = [String; N]>,
    aligned: [Align; N],
    style: Style,
) -> String {
    let rows: Vec<[String; N]> = rows.into_iter().collect();
    let mut widths: [usize; N] = std::array::from_fn(|column| width(&heading[column]));
    for row in &rows {
        for (most, cell) in widths.iter_mut().zip(row) {
            *most = (*most).max(width(cell));
        }
    }
    let line = |cells: &[String; N]| {
        let padded = cells.iter().zip(widths).zip(aligned).map(|((cell, wide), align)| {
            let space = " ".repeat(wide.saturating_sub(width(cell)));
            match align {
                Align::Left => format!("{cell}{space}"),
                Align::Right => format!("{space}{cell}"),
            }
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut text = style.faint(&line(heading));
    text.push('\n');
    for row in &rows {
        text.push_str(&line(row));
        text.push('\n');
    }
    text
}

/// The number of visible characters, without colour codes.
fn width(cell: &str) -> usize {
    let mut shown = 0;
    let mut in_code = false;
    for character in cell.chars() {
        match (in_code, character) {
            (false, '\x1b') => in_code = true,
            (false, _) => shown += 1,
            (true, 'm') => in_code = false,
            (true, _) => {}
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_codes_do_not_count_for_the_width_of_a_column() {
        let heading = ["name".to_owned(), "n".to_owned()];
        let rows = [["a".to_owned(), "1".to_owned()], [Style::COLOURED.bad("élan"), "10".to_owned()]];
        let plain = table(&heading, rows, [Align::Left, Align::Right], Style::PLAIN);
        assert_eq!(plain, "name   n\na      1\n\x1b[31mélan\x1b[0m  10\n");
    }
}
