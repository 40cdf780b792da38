// The days, with buttons for an operator who may change them.
import { Badge, Button, ButtonLink, Row } from '@/ui';
import type { DayView } from '../../api/generated/DayView.ts';
import { DataTable, type Column, formatDay, SubjectLink } from '../../ui/index.ts';
import styles from './ClubDaysScreen.module.css';
import type { ChangeKind } from './queries.ts';

interface DaysTableProps {
  readonly club: string;
  readonly days: readonly DayView[];
  readonly today: string;
  /** Undefined for an operator who may only read. */
  readonly onReopen: ((day: DayView) => void) | undefined;
}

const CLOSED_BY: Readonly<Record<string, string>> = {
  day: 'for this day',
  closure: "by the club's closure",
  weekday: 'on this weekday',
};

export function DaysTable({ club, days, today, onReopen }: DaysTableProps) {
  const described: readonly Column<DayView>[] = [
    {
      key: 'date',
      header: 'Day',
      isRowHeader: true,
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
      cell: ({ date }) => (
        <SubjectLink kind="club_day" id={`${club}/${date}`} className={styles.day}>
          {formatDay(date)}
        </SubjectLink>
      ),
    },
    {
      key: 'claimed',
      header: 'Places taken',
      cell: placesText,
    },
    // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
    { key: 'state', header: 'State', cell: (day) => <DayState day={day} /> },
  ];
  const columns: readonly Column<DayView>[] = onReopen
    ? [
        ...described,
        {
          key: 'change',
          header: 'Change',
          // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
          cell: (day) =>
            day.date < today ? (
              <Row gap={2} align="center">
                <PlayersLink club={club} day={day} />
                <span className="soft small">past</span>
              </Row>
            ) : (
              <DayChanges club={club} day={day} onReopen={() => onReopen(day)} />
            ),
        },
      ]
    : described;
  return (
    <DataTable
      caption="Days"
      hideCaption
      hasFlatRows
      columns={columns}
      rows={days}
      rowKey={({ date }) => date}
    />
  );
}

export const placesText = ({ claimed, capacity }: DayView) =>
  capacity === null ? `${claimed}, no limit` : `${claimed} of ${capacity}`;

export function DayState({ day: { closed, limited } }: { readonly day: DayView }) {
  if (closed) {
    return (
      <div className={styles.state}>
        <Badge tone="danger">closed</Badge> <span className="soft small">{CLOSED_BY[closed.by]}</span>
        {closed.reason ? <p lang={closed.by === 'weekday' ? undefined : 'nl'}>{closed.reason}</p> : null}
      </div>
    );
  }
  return <span>{limited ? <Badge tone="sand">capacity changed for this day</Badge> : 'open'}</span>;
}

interface DayChangesProps {
  readonly club: string;
  readonly day: DayView;
  readonly onReopen: () => void;
}

/** Closed otherwise than for this day, it can still have rounds that were booked before. */
export function DayChanges({ club, day, onReopen }: DayChangesProps) {
  const { date, closed, claimed, limited } = day;
  const mayClose = !closed || (closed.by !== 'day' && claimed > 0);
  const mayReopen = closed?.by === 'day' || limited;
  if (!mayClose && !mayReopen) return <span className="soft small">nothing to change</span>;
  const link = (change: ChangeKind, label: string) => (
    <ButtonLink
      to="/clubs/$club/$date/$change"
      params={{ club, date, change }}
      aria-label={`${label} on ${formatDay(date)}`}
      variant="secondary"
      preload={false}
    >
      {label}…
    </ButtonLink>
  );
  return (
    <Row gap={2}>
      <PlayersLink club={club} day={day} />
      {mayClose ? link('close', 'Close') : null}
      {closed ? null : link('limit', 'Lower capacity')}
      {mayReopen ? (
        <Button variant="secondary" aria-label={`Reopen ${formatDay(date)}`} onClick={onReopen}>
          Reopen…
        </Button>
      ) : null}
    </Row>
  );
}

/** Nobody plays on most days that are far ahead. */
function PlayersLink({ club, day: { date, claimed } }: Omit<DayChangesProps, 'onReopen'>) {
  if (claimed === 0) return null;
  return (
    <ButtonLink
      to="/clubs/$club/$date/players"
      params={{ club, date }}
      aria-label={`Players on ${formatDay(date)}`}
      variant="secondary"
      preload={false}
    >
      Players
    </ButtonLink>
  );
}
