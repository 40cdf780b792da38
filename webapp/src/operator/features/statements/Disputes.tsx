// Disputes of a club, with what became of each. An admin ends the open ones.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, Button, Region } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { type Column, DataTable, Done, euros, formatDay, formatMonth, Instant } from '../../ui/index.ts';
import { EndDisputeDialog } from './EndDisputeDialog.tsx';
import type { Dispute } from './queries.ts';
import styles from './Statements.module.css';

interface DisputesProps {
  readonly title: string;
  readonly club: string;
  readonly disputes: readonly Dispute[];
  /** The month of the page, which needs no link to itself. */
  readonly ofMonth?: string;
  /** Instead of an empty table. */
  readonly none: string;
}

export function Disputes({ title, club, disputes, ofMonth, none }: DisputesProps) {
  const mayEnd = hasRole(useSession(), 'admin');
  const [ending, setEnding] = useState<Dispute>();
  const [ended, setEnded] = useState<Dispute>();
  const columns: readonly Column<Dispute>[] = [
    {
      key: 'date',
      header: 'About',
      isRowHeader: true,
      cell: ({ date, month, place, player }) => (
        <div>
          {formatDay(date)}
          <span className="note">{place ? (player ?? 'erased member') : 'a line is missing'}</span>
          {month === ofMonth ? null : (
            <Link
              to="/statements/$club/$month"
              params={{ club, month }}
              className={styles.link ?? ''}
              preload={false}
            >
              {formatMonth(month)}
            </Link>
          )}
        </div>
      ),
    },
    ...described,
    ...(mayEnd && disputes.some(({ outcome }) => outcome === null)
      ? [
          {
            key: 'change',
            header: 'Change',
            cell: (dispute: Dispute) =>
              dispute.outcome === null ? (
                <Button
                  variant="secondary"
                  aria-label={`Answer the dispute of ${formatDay(dispute.date)}`}
                  onClick={() => {
                    setEnded(undefined);
                    setEnding(dispute);
                  }}
                >
                  Answer…
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <Region title={title}>
      {ended ? <Done>{`The dispute of ${formatDay(ended.date)} was answered.`}</Done> : null}
      {disputes.length === 0 ? (
        <p>{none}</p>
      ) : (
        <DataTable
          caption={title}
          hideCaption
          columns={columns}
          rows={disputes}
          rowKey={({ dispute }) => dispute}
        />
      )}
      {ending ? (
        <EndDisputeDialog
          club={club}
          dispute={ending}
          onDone={() => {
            setEnded(ending);
            setEnding(undefined);
          }}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </Region>
  );
}

const described: readonly Column<Dispute>[] = [
  { key: 'reason', header: 'The club says', cell: ({ reason }) => <span lang="nl">{reason}</span> },
  { key: 'at', header: 'Since', cell: ({ disputed_at }) => <Instant at={disputed_at} /> },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ outcome, adjustment_cents, answer, ended_at }) =>
      outcome === null ? (
        <span>
          <Badge tone="sand">open</Badge>
        </span>
      ) : (
        <div>
          {outcome}
          {adjustment_cents === 0 ? '' : `, ${euros(adjustment_cents)}`}
          {answer ? (
            <span className="note" lang="nl">
              {answer}
            </span>
          ) : null}
          {ended_at ? <Instant at={ended_at} className="note" /> : null}
        </div>
      ),
  },
];
