//! The context of a measurement: the server, the options, and the report that receives its tables.

use crate::database::Server;
use crate::options::Options;
use crate::report::{Report, Row, Table};

/// The context that every bench receives.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) server: Server,
    pub(crate) options: Options,
    pub(crate) report: Report,
}

impl Bench {
    /// Prints a table and adds it to the report.
    pub(crate) fn report(&mut self, bench: &str, title: &str, rows: Vec<Row>) {
        self.report.add(Table {
            bench: bench.to_owned(),
            title: title.to_owned(),
            machine: self.server.description().to_owned(),
            rows,
        });
    }
}
