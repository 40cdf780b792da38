//! Rows of one table, given as columns. The few new rows of a live batch are written by one prepared `INSERT` over
//! arrays, the many of a rebuild by a binary `COPY`, which costs the server less than half, and changes of existing
//! rows by a statement of the projection over the same arrays.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgConnection, Postgres};
use uuid::Uuid;

use crate::{ProjectorError, Schema};

/// With fewer rows than this a `COPY` costs more than an `INSERT`, because it needs one more round trip.
const COPY_MIN_ROWS: usize = 100;

/// Where a batch is written, and how many rows were written.
pub(crate) struct Writer<'a> {
    pub(crate) connection: &'a mut PgConnection,
    pub(crate) schema: &'a Schema,
    pub(crate) written: u64,
}

/// Rows to be written to a table.
pub(crate) struct Rows<'a, R> {
    rows: Vec<R>,
    columns: Vec<(&'static str, Cells<'a>)>,
}

/// The cells of a column.
pub(crate) enum Cells<'a> {
    Uuid(Vec<Option<Uuid>>),
    Date(Vec<Option<NaiveDate>>),
    Instant(Vec<Option<DateTime<Utc>>>),
    Small(Vec<Option<i16>>),
    Integer(Vec<Option<i32>>),
    Big(Vec<Option<i64>>),
    Bool(Vec<Option<bool>>),
    Text(Vec<Option<&'a str>>),
    Uuids(Vec<Option<Vec<Uuid>>>),
}

/// The types that a column can have.
pub(crate) trait Cell<'a>: Sized {
    fn column(cells: impl Iterator<Item = Self>) -> Cells<'a>;
}

macro_rules! cells {
    ($($kind:ident($type:ty),)*) => {
        $(impl<'a> Cell<'a> for $type {
            fn column(cells: impl Iterator<Item = Self>) -> Cells<'a> {
                Cells::$kind(cells.map(Some).collect())
            }
        }
        impl<'a> Cell<'a> for Option<$type> {
            fn column(cells: impl Iterator<Item = Self>) -> Cells<'a> {
                Cells::$kind(cells.collect())
            }
        })*
    };
}
cells! {
    Uuid(Uuid), Date(NaiveDate), Instant(DateTime<Utc>), Small(i16), Integer(i32), Big(i64), Bool(bool), Text(&'a str),
    Uuids(Vec<Uuid>),
}

impl<R> FromIterator<R> for Rows<'_, R> {
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Self {
        Self { rows: rows.into_iter().collect(), columns: Vec::new() }
    }
}

impl<'a, R: Copy> Rows<'a, R> {
    /// A column's name and the value of each row.
    pub(crate) fn column<C: Cell<'a>>(mut self, name: &'static str, cell: impl Fn(R) -> C) -> Self {
        self.columns.push((name, C::column(self.rows.iter().map(|row| cell(*row)))));
        self
    }

    /// Writes new rows.
    pub(crate) async fn insert(self, table: &str, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let (connection, schema) = (&mut *writer.connection, writer.schema);
        let (table, names) = (format!("{}.{table}", schema.name()), self.names());
        writer.written += if schema.is_filled_in_bulk() && self.rows.len() >= COPY_MIN_ROWS {
            let bytes = self.binary();
            let sql = format!("COPY {table} ({names}) FROM STDIN (FORMAT binary)");
            let mut copy = connection.copy_in_raw(&sql).await?;
            copy.send(bytes).await?;
            copy.finish().await?
        } else {
            let values = self.columns.iter().map(|(name, cells)| format!("{name}::{}", cells.stored_as()));
            let values = values.collect::<Vec<_>>().join(", ");
            let sql = format!("INSERT INTO {table} ({names}) SELECT {values} FROM {}", self.unnest());
            self.query(&sql).execute(connection).await?.rows_affected()
        };
        Ok(())
    }

    /// Changes rows of a table by a statement in which `{changes}` is replaced by these rows, with the alias `change`.
    /// Each of them must match one row.
    pub(crate) async fn update(
        self,
        table: &'static str,
        template: &str,
        writer: &mut Writer<'_>,
    ) -> Result<(), ProjectorError> {
        let wanted = self.rows.len();
        let found = self.update_known(template, writer).await?;
        if u64::try_from(wanted) != Ok(found) {
            return Err(ProjectorError::MissingRows { table, wanted, found });
        }
        Ok(())
    }

    /// The same of rows of which some may match none. Returns how many were changed.
    pub(crate) async fn update_known(
        self,
        template: &str,
        writer: &mut Writer<'_>,
    ) -> Result<u64, ProjectorError> {
        if self.rows.is_empty() {
            return Ok(0);
        }
        let sql = writer.schema.sql(template).replace("{changes}", &self.unnest());
        let found = self.query(&sql).execute(&mut *writer.connection).await?.rows_affected();
        writer.written += found;
        Ok(found)
    }

    /// Changes the values that are known, in the rows of a table that the first column names. Each of them must exist.
    pub(crate) async fn change(
        self,
        table: &'static str,
        writer: &mut Writer<'_>,
    ) -> Result<(), ProjectorError> {
        let mut names = self.columns.iter().map(|(name, _)| *name);
        let key = names.next().unwrap_or_default();
        let known: Vec<String> =
            names.map(|name| format!("{name} = COALESCE(change.{name}, stored.{name})")).collect();
        let template = format!(
            "UPDATE {{schema}}.{table} AS stored SET {} FROM {{changes}} WHERE stored.{key} = change.{key}",
            known.join(", ")
        );
        self.update(table, &template, writer).await
    }

    fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// The `UNNEST` expression of the rows, with one array per column.
    fn unnest(&self) -> String {
        let arrays =
            (1..).zip(&self.columns).map(|(number, (_, cells))| format!("${number}::{}[]", cells.sent_as()));
        format!("UNNEST({}) AS change ({})", arrays.collect::<Vec<_>>().join(", "), self.names())
    }

    /// A statement over [`Rows::unnest`].
    fn query<'q>(self, sql: &'q str) -> Query<'q, Postgres, PgArguments>
    where
        'a: 'q,
    {
        self.columns.into_iter().fold(sqlx::query(sql), |query, (_, cells)| match cells {
            Cells::Uuid(cells) => query.bind(cells),
            Cells::Date(cells) => query.bind(cells),
            Cells::Instant(cells) => query.bind(cells),
            Cells::Small(cells) => query.bind(cells),
            Cells::Integer(cells) => query.bind(cells),
            Cells::Big(cells) => query.bind(cells),
            Cells::Bool(cells) => query.bind(cells),
            Cells::Text(cells) => query.bind(cells),
            // UNNEST would flatten an array of arrays.
            Cells::Uuids(cells) => {
                query.bind(cells.iter().map(|cell| cell.as_deref().map(literal)).collect::<Vec<_>>())
            }
        })
    }

    /// PostgreSQL's binary format: a header, then each row as the number of its fields and the fields, then an end.
    fn binary(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.rows.len() * self.columns.len() * 20 + 32);
        bytes.extend_from_slice(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0");
        let fields = i16::try_from(self.columns.len()).unwrap_or(i16::MAX);
        for row in 0..self.rows.len() {
            bytes.extend_from_slice(&fields.to_be_bytes());
            for (_, cells) in &self.columns {
                cells.write(row, &mut bytes);
            }
        }
        bytes.extend_from_slice(&(-1_i16).to_be_bytes());
        bytes
    }
}

impl Cells<'_> {
    const fn stored_as(&self) -> &'static str {
        match self {
            Self::Uuid(_) => "uuid",
            Self::Date(_) => "date",
            Self::Instant(_) => "timestamptz",
            Self::Small(_) => "smallint",
            Self::Integer(_) => "integer",
            Self::Big(_) => "bigint",
            Self::Bool(_) => "boolean",
            Self::Text(_) => "text",
            Self::Uuids(_) => "uuid[]",
        }
    }

    const fn sent_as(&self) -> &'static str {
        match self {
            Self::Uuids(_) => "text",
            Self::Uuid(_)
            | Self::Date(_)
            | Self::Instant(_)
            | Self::Small(_)
            | Self::Integer(_)
            | Self::Big(_)
            | Self::Bool(_)
            | Self::Text(_) => self.stored_as(),
        }
    }

    /// A field: its length and its bytes, or -1 for none.
    fn write(&self, row: usize, to: &mut Vec<u8>) {
        match self {
            Self::Uuid(cells) => field(to, cells[row].as_ref().map(Uuid::as_bytes)),
            Self::Date(cells) => field(to, cells[row].map(|date| days(date).to_be_bytes())),
            Self::Instant(cells) => field(to, cells[row].map(|instant| micros(instant).to_be_bytes())),
            Self::Small(cells) => field(to, cells[row].map(i16::to_be_bytes)),
            Self::Integer(cells) => field(to, cells[row].map(i32::to_be_bytes)),
            Self::Big(cells) => field(to, cells[row].map(i64::to_be_bytes)),
            Self::Bool(cells) => field(to, cells[row].map(|cell| [u8::from(cell)])),
            Self::Text(cells) => field(to, cells[row].as_ref().map(|text| text.as_bytes())),
            Self::Uuids(cells) => field(to, cells[row].as_deref().map(array)),
        }
    }
}

fn field(to: &mut Vec<u8>, bytes: Option<impl AsRef<[u8]>>) {
    match bytes {
        Some(bytes) => {
            let bytes = bytes.as_ref();
            to.extend_from_slice(&i32::try_from(bytes.len()).unwrap_or(i32::MAX).to_be_bytes());
            to.extend_from_slice(bytes);
        }
        None => to.extend_from_slice(&(-1_i32).to_be_bytes()),
    }
}

/// Days since 1 January 2000, PostgreSQL's epoch.
fn days(date: NaiveDate) -> i32 {
    let epoch = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap_or_default();
    i32::try_from(date.signed_duration_since(epoch).num_days()).unwrap_or(i32::MAX)
}

/// Microseconds since 1 January 2000, UTC.
const fn micros(instant: DateTime<Utc>) -> i64 {
    instant.timestamp_micros() - 946_684_800_000_000
}

/// An array of one dimension: dimensions, nulls, the element's type, length, first index; then the elements.
fn array(cells: &[Uuid]) -> Vec<u8> {
    const UUID: i32 = 2950;
    let count = i32::try_from(cells.len()).unwrap_or(i32::MAX);
    let mut bytes = Vec::with_capacity(20 + cells.len() * 20);
    let header: &[i32] = if cells.is_empty() { &[0, 0, UUID] } else { &[1, 0, UUID, count, 1] };
    for number in header {
        bytes.extend_from_slice(&number.to_be_bytes());
    }
    for cell in cells {
        field(&mut bytes, Some(cell.as_bytes()));
    }
    bytes
}

fn literal(cells: &[Uuid]) -> String {
    format!("{{{}}}", cells.iter().map(Uuid::to_string).collect::<Vec<_>>().join(","))
}
