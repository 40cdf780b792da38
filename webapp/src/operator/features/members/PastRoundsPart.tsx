// The rounds that were played, and those in which the member's place was cancelled.
import { Badge, Region } from '@/ui';
import type { PastRoundView } from '../../api/generated/PastRoundView.ts';
import { DataTable, type Column, Instant, formatDay, SubjectLink } from '../../ui/index.ts';
import type { PartProps } from './Part.tsx';

const OUTCOMES: Readonly<Record<string, string>> = {
  played: 'played',
  cancelled: 'cancelled, the right came back',
  cancelled_by_club: 'cancelled by the club',
  forfeited: 'cancelled, the right is forfeited',
};

const columns: readonly Column<PastRoundView>[] = [
  {
    key: 'round',
    header: 'Round',
    isRowHeader: true,
    cell: ({ booking_id, club, play_date, holes, number }) => (
      <div>
        <SubjectLink kind="booking" id={booking_id}>
          {club.name}, {formatDay(play_date)}
        </SubjectLink>
        <p className="soft small">
          {holes} holes, {number}
        </p>
      </div>
    ),
  },
  { key: 'right', header: 'Right', cell: ({ right }) => (right === 'voucher' ? 'voucher' : 'pass') },
  {
    key: 'players',
    header: 'Players',
    cell: ({ players }) => (players.length > 0 ? players.join(', ') : 'nobody any more'),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ outcome, cancelled_at, club_notice }) => (
      <div>
        <Badge tone={outcome === 'forfeited' ? 'danger' : outcome === 'played' ? 'green' : 'sand'}>
          {OUTCOMES[outcome] ?? outcome.replaceAll('_', ' ')}
        </Badge>{' '}
        {cancelled_at ? <Instant at={cancelled_at} /> : null}
        {club_notice ? <p lang="nl">{club_notice}</p> : null}
      </div>
    ),
  },
];

export function PastRoundsPart({ member: { past_rounds: rounds } }: Pick<PartProps, 'member'>) {
  // A node of the release before leaves them out.
  if (!rounds) return null;
  return (
    <Region title="Past and cancelled rounds">
      {rounds.length === 0 ? (
        <p>No round was played or cancelled.</p>
      ) : (
        <DataTable
          caption="Past and cancelled rounds"
          hideCaption
          columns={columns}
          rows={rounds}
          rowKey={({ place_id }) => place_id}
        />
      )}
    </Region>
  );
}
