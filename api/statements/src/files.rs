//! A statement as files: for people, for a spreadsheet, and its invoice for programs.

use fairway_audit::csv_writer::CsvWriter;
use fairway_documents::dutch::short_date;
use fairway_documents::invoice;
use fairway_documents::pdf::{self, StatementPage, StatementPageLine};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, Month};
use fairway_query::statements::{Line, LineOf, Statement};
use fairway_text::error_chain::Chain;

use crate::items::items;
use crate::names::{self, known_clubs, name_of};
use crate::players::{Players, player};
use crate::shapes::{self, closed_on};
use crate::start_times::StartTimes;

/// The headings of the file for a spreadsheet.
const HEADINGS: [&str; 9] = [
    "Datum",
    "Speler",
    "Soort",
    "Holes",
    "Bedrag excl. btw",
    "Btw-percentage",
    "Correctie van maand",
    "Kenmerk",
    "Starttijd",
];

/// A file of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementFile {
    /// For people.
    Pdf,
    /// For a spreadsheet.
    Csv,
    /// For programs: UBL 2.1.
    Invoice,
}

/// A file of a club's month: its name, its type and its content. None: the month has no invoice.
///
/// # Errors
/// When the database does not answer.
pub async fn file(
    common: &Common,
    club: &ClubId,
    month: Month,
    file: StatementFile,
) -> Result<Option<(String, &'static str, Vec<u8>)>, Failure> {
    let statement = common.reads.statement(club, month).await?;
    let found = match file {
        StatementFile::Pdf => {
            let bytes = drawn(page(common, statement).await?).await?;
            Some((format!("afrekening-{club}-{month}.pdf"), pdf::CONTENT_TYPE, bytes))
        }
        StatementFile::Csv => {
            let players = players(common, &statement).await?;
            let start_times = StartTimes::read(common, &statement.lines).await?;
            let bytes = csv(&statement.lines, &players, &start_times).map_err(|error| mistake(&error))?;
            Some((format!("afrekening-{club}-{month}.csv"), "text/csv; charset=utf-8", bytes))
        }
        StatementFile::Invoice => shapes::invoice(&statement.state).map(|invoice| {
            let xml = invoice::ubl(invoice, month, &items(&statement.lines), &statement.amounts);
            (format!("factuur-{}.xml", invoice.number), invoice::CONTENT_TYPE, xml.into_bytes())
        }),
    };
    Ok(found)
}

async fn players(common: &Common, statement: &Statement) -> Result<Players, Failure> {
    Players::read(common, statement.lines.iter().filter_map(player).collect()).await
}

async fn page(common: &Common, statement: Statement) -> Result<StatementPage, Failure> {
    let players = players(common, &statement).await?;
    let known = known_clubs(common).await?;
    let invoice = shapes::invoice(&statement.state);
    let line = |line: &Line| StatementPageLine {
        date: line.date,
        player: initials(line, &players),
        what: names::kind(line.kind).to_owned(),
        holes: line.holes,
        net: line.cents,
        correction_of: correction_of(line),
    };
    Ok(StatementPage {
        club: name_of(&known, &statement.club),
        month: statement.month,
        closed_on: closed_on(&statement.state),
        supplier: invoice.map(|invoice| invoice.supplier.clone()),
        customer: invoice.map(|invoice| invoice.customer.clone()),
        invoice_number: invoice.map(|invoice| invoice.number.clone()),
        lines: statement.lines.iter().map(line).collect(),
        amounts: statement.amounts.clone(),
    })
}

/// Typesetting takes a while of CPU time: not on the async threads.
async fn drawn(page: StatementPage) -> Result<Vec<u8>, Failure> {
    let written = tokio::task::spawn_blocking(move || pdf::statement(&page)).await;
    written.map_err(|error| mistake(&error))?.map_err(|error| mistake(&error))
}

fn mistake(error: &(dyn std::error::Error + Send + Sync + 'static)) -> Failure {
    tracing::error!(error = %Chain(error), "a statement cannot be written as a file");
    Failure::internal()
}

/// A row a line. The `Kenmerk` is what the hash of the statement names the line by.
fn csv(lines: &[Line], players: &Players, start_times: &StartTimes) -> Result<Vec<u8>, std::io::Error> {
    let mut csv = CsvWriter::new(Vec::new(), HEADINGS)?;
    for line in lines {
        csv.plain(&short_date(line.date))?;
        csv.text(&initials(line, players))?;
        csv.plain(names::kind(line.kind))?;
        csv.plain(&line.holes.map(|holes| holes.to_string()).unwrap_or_default())?;
        csv.decimal(&euros(line.cents))?;
        csv.plain(&line.vat.percent().to_string())?;
        csv.plain(&correction_of(line).map(|month| month.to_string()).unwrap_or_default())?;
        csv.plain(&match &line.of {
            LineOf::Place { place, .. } => place.to_string(),
            LineOf::Dispute(dispute) => dispute.to_string(),
        })?;
        csv.plain(&start_times.of_line(line).unwrap_or_default())?;
        csv.end_row()?;
    }
    csv.finish()
}

fn initials(line: &Line, players: &Players) -> String {
    player(line).and_then(|member| players.initials(member)).unwrap_or_default()
}

fn correction_of(line: &Line) -> Option<Month> {
    line.is_correction.then(|| Month::of(line.date))
}

/// `-12.05`
fn euros(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

#[cfg(test)]
mod tests {
    use fairway_events::Holes;

    use super::*;
    use crate::testing::{BOOKING, PLAYER, adjustment, correction, round};

    #[test]
    fn a_line_is_a_row_that_a_dutch_spreadsheet_reads() {
        let lines = [
            round("2026-11-02", Holes::Eighteen, 4_250),
            correction("2026-10-31", -4_005),
            adjustment("2026-11-01", -50),
        ];
        let players = Players::of([(PLAYER, "J.V.")]);
        let start_times = StartTimes::of([(BOOKING, "10:20")]);
        let file = csv(&lines, &players, &start_times).expect("a file");
        let file = String::from_utf8(file).expect("a text");
        let mut rows = file.trim_start_matches('\u{feff}').lines();
        assert_eq!(rows.next(), Some(HEADINGS.join(";").as_str()));
        let (place, dispute) =
            ("00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000004");
        assert_eq!(rows.next(), Some(format!("02-11-2026;J.V.;Ronde;18;42,50;21;;{place};10:20").as_str()));
        let correction = format!("31-10-2026;J.V.;Ronde;18;-40,05;21;2026-10;{place};10:20");
        assert_eq!(rows.next(), Some(correction.as_str()));
        let adjustment = format!("01-11-2026;;Toegekend bezwaar;;-0,50;21;;{dispute};");
        assert_eq!(rows.next(), Some(adjustment.as_str()));
        assert_eq!(rows.next(), None);
    }

    #[test]
    fn a_row_of_an_erased_member_has_no_initials() {
        let lines = [round("2026-11-02", Holes::Nine, 0)];
        let file = csv(&lines, &Players::default(), &StartTimes::default()).expect("a file");
        let file = String::from_utf8(file).expect("a text");
        assert!(file.contains("\r\n02-11-2026;;Ronde;9;0,00;21;;"), "{file}");
    }
}
