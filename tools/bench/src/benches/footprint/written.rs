//! The rows that a booking for four inserts, updates and deletes in every table, and the index entries that these rows
//! need. Unlike bytes and times, they are the same on every machine, but for rows that many bookings share.

use std::collections::BTreeMap;

use anyhow::Result;
use sqlx::PgPool;

use crate::report::{Row, show};

/// Tables with fewer rows per booking are only in the sum: they would be shown as 0.00.
const MIN_ROWS: f64 = 0.005;

/// The counters of a table, or of the values that it holds out of line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Written {
    inserted: i64,
    updated: i64,
    /// Of these the updates that changed no index (HOT): they need no entry.
    updated_in_place: i64,
    deleted: i64,
    /// The number of indexes with an entry for every row.
    indexes: i64,
    /// The number of indexes with entries for some rows.
    partial_indexes: i64,
}

/// The counters by table, and whether they are of what it holds out of line.
pub(super) type Tables = BTreeMap<(String, bool), Written>;

/// The counters as the server has them: sessions that are still open may not have told it everything.
pub(super) async fn counters(pool: &PgPool) -> Result<Tables> {
    type Columns = (String, bool, i64, i64, i64, i64, i64, i64);
    let rows: Vec<Columns> = sqlx::query_as(include_str!("written.sql")).fetch_all(pool).await?;
    let tables = rows.into_iter().map(|row| {
        let (table, is_out_of_line, inserted, updated, updated_in_place, deleted, indexes, partial_indexes) =
            row;
        let written = Written { inserted, updated, updated_in_place, deleted, indexes, partial_indexes };
        ((table, is_out_of_line), written)
    });
    Ok(tables.collect())
}

impl Written {
    fn rows(self) -> i64 {
        self.inserted + self.updated + self.deleted
    }

    /// The rows that need an entry in each index. A deleted row's entries are removed later, by a vacuum.
    fn indexed(self) -> i64 {
        self.inserted + self.updated - self.updated_in_place
    }

    fn entries_of_every_row(self) -> i64 {
        self.indexed() * self.indexes
    }

    /// At most: the server does not count how many rows a partial index took.
    fn partial_entries(self) -> i64 {
        self.indexed() * self.partial_indexes
    }

    fn since(self, before: Self) -> Self {
        Self {
            inserted: self.inserted - before.inserted,
            updated: self.updated - before.updated,
            updated_in_place: self.updated_in_place - before.updated_in_place,
            deleted: self.deleted - before.deleted,
            ..self
        }
    }
}

/// Two rows for each table that was written, those with the most rows and entries first, and the sums.
pub(super) fn rows(before: &Tables, after: &Tables, bookings: u64) -> Vec<Row> {
    #[expect(clippy::cast_precision_loss, reason = "figures with three digits")]
    let per_booking = |count: i64| count as f64 / bookings as f64;
    let row = |name: String, unit: &str, count: i64, bound: &str| {
        Row::of_values(name, unit, vec![per_booking(count)], bound)
    };
    let mut tables: Vec<(&(String, bool), Written)> = after
        .iter()
        .map(|(table, after)| (table, after.since(before.get(table).copied().unwrap_or_default())))
        .collect();
    tables.sort_by_key(|(_, new)| -(new.rows() + new.entries_of_every_row() + new.partial_entries()));

    let mut rows = Vec::new();
    for ((table, is_out_of_line), new) in &tables {
        if per_booking(new.rows()) < MIN_ROWS {
            continue;
        }
        let table = format!("`{table}`{}", if *is_out_of_line { ", out of line" } else { "" });
        let kinds = format!(
            "{} inserted, {} updated, {} of these without a change of an index, {} deleted",
            show(per_booking(new.inserted)),
            show(per_booking(new.updated)),
            show(per_booking(new.updated_in_place)),
            show(per_booking(new.deleted)),
        );
        rows.push(row(format!("{table}: rows"), "rows", new.rows(), &kinds));
        let entries = new.entries_of_every_row() + new.partial_entries();
        if entries > 0 {
            let of_all = format!("indexes of every row: {}", new.indexes);
            let indexes = match new.partial_indexes {
                0 => of_all,
                partial => format!("at most; {of_all}, of some rows: {partial}"),
            };
            rows.push(row(format!("{table}: index entries"), "entries", entries, &indexes));
        }
    }
    let sum = |of: fn(Written) -> i64| tables.iter().map(|(_, new)| of(*new)).sum::<i64>();
    let of_every_row = sum(Written::entries_of_every_row);
    let entries = of_every_row + sum(Written::partial_entries);
    rows.push(row("all rows".to_owned(), "rows", sum(Written::rows), "the sum"));
    rows.push(row("all index entries, at most".to_owned(), "entries", entries, "the sum"));
    let certain = "the others are of partial indexes, which take some rows";
    rows.push(row("of these in indexes of every row".to_owned(), "entries", of_every_row, certain));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, is_out_of_line: bool, written: Written) -> ((String, bool), Written) {
        ((name.to_owned(), is_out_of_line), written)
    }

    #[test]
    fn an_update_in_place_needs_no_index_entry_and_a_partial_index_has_at_most_one_per_row() {
        let old = Written { inserted: 100, updated: 7, ..Written::default() };
        let new = Written {
            inserted: 160,
            updated: 37,
            updated_in_place: 20,
            deleted: 10,
            indexes: 2,
            partial_indexes: 1,
        };
        let toast = Written { inserted: 20, indexes: 1, ..Written::default() };
        let before = Tables::from([table("events", false, old)]);
        let after = Tables::from([
            table("events", false, new),
            table("events", true, toast),
            table("idle", false, Written::default()),
        ]);
        let rows = rows(&before, &after, 10);
        let value = |name: &str| rows.iter().find(|row| row.name == name).map(Row::median);
        assert_eq!(value("`events`: rows"), Some(10.0));
        // 60 inserted and 10 updated elsewhere, in three indexes.
        assert_eq!(value("`events`: index entries"), Some(21.0));
        assert_eq!(value("`events`, out of line: index entries"), Some(2.0));
        assert_eq!(value("`idle`: rows"), None);
        assert_eq!([value("all rows"), value("all index entries, at most")], [Some(12.0), Some(23.0)]);
        assert_eq!(value("of these in indexes of every row"), Some(16.0));
    }
}
