// A table that stays readable on a telephone: there each row is a card in which every cell names its column. The roles
// are written out because a table whose cells are not displayed as cells loses them in some browsers.
import { Fragment, type ReactNode } from 'react';
import { cx } from '@/ui';
import styles from './DataTable.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell that names the row; one column at most. */
  readonly isRowHeader?: boolean;
  readonly align?: 'end';
}

interface DataTableProps<Row> {
  /** Names the table; it is read, and shown unless `hideCaption`. */
  readonly caption: string;
  readonly hideCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** On a telephone a row has two lines and no frame: the last cell is the second one. For long lists of few cells. */
  readonly hasFlatRows?: boolean;
  /** The row that the operator is led to. */
  readonly isMarked?: (row: Row) => boolean;
  /** Below a row that is opened, over the whole width; null for one that is not. */
  readonly details?: (row: Row) => ReactNode;
  readonly className?: string | undefined;
}

export function DataTable<Row>({
  caption,
  hideCaption,
  columns,
  rows,
  rowKey,
  hasFlatRows,
  isMarked,
  details,
  className,
}: DataTableProps<Row>) {
  return (
    <table role="table" className={cx(styles.table, className)} data-flat={hasFlatRows || undefined}>
      <caption className={hideCaption ? 'visually-hidden' : styles.caption}>{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map(({ key, header, align }) => (
            <th key={key} role="columnheader" scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const below = details?.(row) ?? null;
          return (
            <Fragment key={rowKey(row)}>
              <tr role="row" className={styles.row} data-marked={isMarked?.(row) || undefined}>
                {columns.map(({ key, header, cell, isRowHeader, align }) =>
                  isRowHeader ? (
                    <th key={key} role="rowheader" scope="row" data-align={align} data-header={header}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={key} role="cell" data-align={align} data-header={header}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
              {below === null ? null : (
                <tr role="row" className={styles.details}>
                  <td role="cell" colSpan={columns.length}>
                    {below}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
