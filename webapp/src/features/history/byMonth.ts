// Rows under the month of their day, in the order of the list.
import { monthAndYear } from '@/ui';

export interface Month<Row> {
  /** `oktober 2026` */
  readonly name: string;
  readonly rows: readonly Row[];
}

export function byMonth<Row>(rows: readonly Row[], dayOf: (row: Row) => string): readonly Month<Row>[] {
  const months = new Map<string, Row[]>();
  for (const row of rows) {
    const name = monthAndYear(dayOf(row));
    months.set(name, [...(months.get(name) ?? []), row]);
  }
  return [...months].map(([name, ofMonth]) => ({ name, rows: ofMonth }));
}
