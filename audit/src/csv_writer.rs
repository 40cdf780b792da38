//! Comma-separated values as a Dutch spreadsheet opens them by a double click: a byte order mark, so that it reads UTF-8,
//! semicolons between fields and a comma in decimals. A program reads them with these two (`sep=";", decimal=","`).
//! Every such file is written here, so that none holds a formula.

use std::io::{Error, Write};

/// Signs with which spreadsheets begin a formula, in both widths, and those that some of them skip before one.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Writes records field by field.
#[derive(Debug)]
pub struct CsvWriter<W: Write> {
    writer: csv::Writer<W>,
}

impl<W: Write> CsvWriter<W> {
    /// A file with these headings.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new<'a>(mut to: W, headings: impl IntoIterator<Item = &'a str>) -> Result<Self, Error> {
        to.write_all("\u{feff}".as_bytes())?;
        let writer =
            csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(to);
        let mut file = Self { writer };
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
        if text.trim_start_matches([' ', '\u{a0}', '\u{feff}']).starts_with(FORMULA) {
            return self.plain(&format!("'{text}"));
        }
        self.plain(text)
    }

    /// A value that is no person's text: a number, a day, an instant, a yes or no; none is empty.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn plain(&mut self, value: &str) -> Result<(), Error> {
        Ok(self.writer.write_field(value)?)
    }

    /// A number as it is written with a point.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn decimal(&mut self, number: &str) -> Result<(), Error> {
        self.plain(&number.replace('.', ","))
    }

    /// Ends a record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end_row(&mut self) -> Result<(), Error> {
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    /// What was written to.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub fn finish(self) -> Result<W, Error> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(rows: &[[&str; 2]]) -> String {
        let mut file = CsvWriter::new(Vec::new(), ["Baan", "=A1"]).unwrap();
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
