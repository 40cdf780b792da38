// The players by round. On paper each has a line, and the links are plain text.
import type { DayPlayer } from '../../api/generated/DayPlayer.ts';
import type { DayRound } from '../../api/generated/DayRound.ts';
import { type Column, DataTable, SubjectLink } from '../../ui/index.ts';
import styles from './PlayersTable.module.css';

interface Line {
  readonly round: DayRound;
  readonly player: DayPlayer;
}

const columns: readonly Column<Line>[] = [
  {
    key: 'name',
    header: 'Player',
    isRowHeader: true,
    cell: ({ player: { member_id, name } }) => (
      <SubjectLink kind="member" id={member_id} className={styles.link}>
        {name}
      </SubjectLink>
    ),
  },
  {
    key: 'telephone',
    header: 'Telephone',
    cell: ({ player: { telephone } }) =>
      telephone ? (
        <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`} className={styles.link}>
          {telephone}
        </a>
      ) : (
        'not known'
      ),
  },
  {
    key: 'booking',
    header: 'Booking',
    cell: ({ round: { booking_id, number }, player: { is_master } }) => (
      <>
        <SubjectLink kind="booking" id={booking_id} className={styles.link}>
          {number}
        </SubjectLink>
        {is_master ? <span className="soft small"> leads</span> : null}
      </>
    ),
  },
  { key: 'start', header: 'Start', cell: ({ round: { start_time } }) => start_time || 'not agreed' },
  { key: 'holes', header: 'Holes', cell: ({ round: { holes } }) => holes },
  {
    key: 'right',
    header: 'Pays with',
    cell: ({ player: { right, voucher } }) => voucher ?? right,
  },
];

export function PlayersTable({ rounds }: { readonly rounds: readonly DayRound[] }) {
  const lines = rounds.flatMap((round) => round.players.map((player) => ({ round, player })));
  return (
    <div className={styles.players}>
      <DataTable
        caption="Players"
        hideCaption
        columns={columns}
        rows={lines}
        rowKey={({ round, player }) => `${round.booking_id} ${player.member_id}`}
      />
    </div>
  );
}
