//! Comma-separated values in two dialects: as a Dutch spreadsheet opens them by a double click, and as a program reads them
//! without options. Every such file is written here, so that none for a spreadsheet holds a formula.

use std::io::{Error, Write};

/// Signs with which spreadsheets begin a formula, in both widths, and those that some of them skip before one.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// The kind of reader that a file is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// For a spreadsheet: a byte order mark, so that it reads UTF-8, semicolons between fields, a comma in decimals, and an
    /// apostrophe before what would be a formula. A program reads it by `sep=";", decimal=","`.
    Dutch,
    /// For a program: commas between fields, a point in decimals, texts exactly as they are.
    Plain,
}

/// Writes records field by field.
#[derive(Debug)]
pub struct CsvWriter<W: Write> {
    writer: csv::Writer<W>,
    dialect: Dialect,
}

impl<W: Write> CsvWriter<W> {
    /// A file for a spreadsheet with these headings.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new<'a>(to: W, headings: impl IntoIterator<Item = &'a str>) -> Result<Self, Error> {
        Self::of_dialect(Dialect::Dutch, to, headings)
    }

    /// A file with these headings.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn of_dialect<'a>(
        dialect: Dialect,
        mut to: W,
        headings: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Error> {
        let delimiter = match dialect {
            Dialect::Dutch => {
                to.write_all("\u{feff}".as_bytes())?;
                b';'
            }
            Dialect::Plain => b',',
        };
        let writer =
            csv::WriterBuilder::new().delimiter(delimiter).terminator(csv::Terminator::CRLF).from_writer(to);
        let mut file = Self { writer, dialect };
        for heading in headings {
            file.text(heading)?;
        }
        file.end_row()?;
        Ok(file)
    }

    /// A text. One that a spreadsheet would take for a formula gets an apostrophe before it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        let is_for_spreadsheets = self.dialect == Dialect::Dutch;
        if is_for_spreadsheets && text.trim_start_matches([' ', '\u{a0}', '\u{feff}']).starts_with(FORMULA) {
            return self.plain(&format!("'{text}"));
        }
        self.plain(text)
    }

    /// A value that is no person's text: a number, a day, an instant, a yes or no; an empty text where there is none.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn plain(&mut self, value: &str) -> Result<(), Error> {
        self.writer.write_field(value).map_err(as_it_was)
    }

    /// A number as it is written with a point.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn decimal(&mut self, number: &str) -> Result<(), Error> {
        match self.dialect {
            Dialect::Dutch => self.plain(&number.replace('.', ",")),
            Dialect::Plain => self.plain(number),
        }
    }

    /// Ends a record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end_row(&mut self) -> Result<(), Error> {
        self.writer.write_record(None::<&[u8]>).map_err(as_it_was)
    }

    /// Writes the rest, and gives the target back.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub fn finish(self) -> Result<W, Error> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// The error of the target. Within csv's own error nobody finds it, for instance to see that the reader has gone.
fn as_it_was(error: csv::Error) -> Error {
    if !error.is_io_error() {
        return Error::other(error);
    }
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(rows: &[[&str; 2]]) -> String {
        file_of(Dialect::Dutch, rows)
    }

    fn file_of(dialect: Dialect, rows: &[[&str; 2]]) -> String {
        let mut file = CsvWriter::of_dialect(dialect, Vec::new(), ["Baan", "=A1"]).unwrap();
        for [text, number] in rows {
            file.text(text).unwrap();
            file.decimal(number).unwrap();
            file.end_row().unwrap();
        }
        String::from_utf8(file.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_dutch_spreadsheet_opens_it_with_columns_and_numbers_and_without_formulas() {
        assert_eq!(
            file(&[["De Es; \"Noord\"", "0.25"], ["=HYPERLINK(\"x\")", "-3"], ["één, twee", ""]]),
            "\u{feff}Baan;'=A1\r\n\"De Es; \"\"Noord\"\"\";0,25\r\n\"'=HYPERLINK(\"\"x\"\")\";-3\r\néén, twee;\r\n"
        );
    }

    #[test]
    fn a_program_gets_points_commas_and_exact_texts() {
        assert_eq!(
            file_of(Dialect::Plain, &[["één, twee", "0.25"], ["=1+1", ""]]),
            "Baan,=A1\r\n\"één, twee\",0.25\r\n=1+1,\r\n"
        );
    }

    /// Refuses everything.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> Result<usize, Error> {
            Err(Error::from(std::io::ErrorKind::BrokenPipe))
        }

        fn flush(&mut self) -> Result<(), Error> {
            Ok(())
        }
    }

    #[test]
    fn an_error_of_the_target_keeps_its_kind() {
        let mut file = CsvWriter::of_dialect(Dialect::Plain, Closed, ["long"]).unwrap();
        let text = "x".repeat(100_000);
        assert_eq!(file.text(&text).unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    }

    proptest! {
        #[test]
        fn a_program_reads_back_every_text_and_no_field_begins_a_formula(
            texts in proptest::collection::vec("[ \u{a0}\u{feff}=+@\t\r\n＝;\"'a-z-]{0,8}", 1..5),
        ) {
            let rows: Vec<[&str; 2]> = texts.iter().map(|text| [text.as_str(), "1.5"]).collect();
            let written = file(&rows);
            let bytes = written.trim_start_matches('\u{feff}').as_bytes();
            let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(bytes);
            let read: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            prop_assert_eq!(read.len(), texts.len());
            for (record, text) in read.iter().zip(&texts) {
                prop_assert!(!record[0].trim_start().starts_with(FORMULA) && !record[0].starts_with(['\t', '\r', '\n']));
                let guarded = format!("'{text}");
                prop_assert!([text.as_str(), &guarded].contains(&&record[0]));
                prop_assert_eq!(&record[1], "1,5");
            }
        }
    }
}
