// Lines of a statement. Each opens to the events that it follows from.
import { useState } from 'react';
import { Badge, Button } from '@/ui';
import { type Column, DataTable, euros, formatDay, formatMonth, Instant } from '../../ui/index.ts';
import { PositionLink } from '../projections/PositionLink.tsx';
import type { Line, StatementFact } from './queries.ts';
import styles from './Statements.module.css';
import { factText, lineKind, vatName } from './words.ts';

interface LinesTableProps {
  readonly caption: string;
  readonly lines: readonly Line[];
  /** They are of several days. */
  readonly hasDates?: boolean;
}

/** A correction of a place has two lines, which only their order tells apart. */
interface Row {
  readonly key: string;
  readonly line: Line;
}

const dates: Column<Row> = {
  key: 'date',
  header: 'Day',
  cell: ({ line: { date, month, is_correction } }) => (
    <div>
      {formatDay(date)}
      {is_correction ? <span className="note">{`of ${formatMonth(month)}`}</span> : null}
    </div>
  ),
};

const described: readonly Column<Row>[] = [
  { key: 'start', header: 'Start', cell: ({ line: { start_time } }) => start_time ?? '–' },
  { key: 'kind', header: 'Kind', cell: ({ line }) => lineKind(line) },
  { key: 'holes', header: 'Holes', align: 'end', cell: ({ line: { holes } }) => holes ?? '–' },
  { key: 'vat', header: 'VAT', cell: ({ line }) => vatName(line.vat) },
  { key: 'net', header: 'Without VAT', align: 'end', cell: ({ line }) => euros(line.net_cents) },
];

export function LinesTable({ caption, lines, hasDates }: LinesTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen((opened) =>
      opened.has(key) ? new Set([...opened].filter((one) => one !== key)) : new Set([...opened, key]),
    );
  const rows = lines.map((line, index) => ({ key: String(index), line }));
  const columns: readonly Column<Row>[] = [
    {
      key: 'player',
      header: 'Player',
      isRowHeader: true,
      cell: ({ line }) => (
        <div>
          {playerOf(line)} {line.is_disputed ? <Badge tone="sand">disputed</Badge> : null}
        </div>
      ),
    },
    ...(hasDates ? [dates] : []),
    ...described,
    {
      key: 'facts',
      header: 'Events',
      cell: ({ key, line }) =>
        line.facts.length === 0 ? null : (
          <Button
            variant="quiet"
            className={styles.events}
            aria-expanded={open.has(key)}
            aria-label={`Events of ${playerOf(line)}, ${formatDay(line.date)}`}
            onClick={() => toggle(key)}
          >
            {String(line.facts.length)}
          </Button>
        ),
    },
  ];
  return (
    <DataTable
      caption={caption}
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      details={({ key, line }) => (open.has(key) ? <Facts facts={line.facts} /> : null)}
    />
  );
}

const playerOf = ({ place, player }: Line) => player ?? (place ? 'erased member' : 'Dispute');

function Facts({ facts }: { readonly facts: readonly StatementFact[] }) {
  return (
    <ol className="bullets">
      {facts.map((fact) => (
        <li key={`${fact.position} ${fact.kind}`}>
          <Instant at={fact.at} /> <span>{factText(fact)}</span>,{' '}
          <PositionLink position={fact.position} noun="event" />
          {fact.note ? (
            <span className="note" lang="nl">
              {fact.note}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
