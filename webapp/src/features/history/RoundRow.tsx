// One past or cancelled round as a row of its month, with a button to book it again.
import { memo, useId } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { DateTile } from '@/features/reservations/DateTile.tsx';
import { Facts } from '@/features/reservations/Facts.tsx';
import { PlayerRows } from '@/features/reservations/PlayerRows.tsx';
import { Badge, cx, Row, Stack } from '@/ui';
import { AbsenceLine } from './AbsenceLine.tsx';
import { BookAgain } from './BookAgain.tsx';
import styles from './RoundRow.module.css';

interface RoundRowProps {
  readonly reservation: Reservation;
  /** The member's own place is. */
  readonly cancelled: boolean;
}

/** Memoised: the rounds that are shown already do not render again when more arrive. */
export const RoundRow = memo(function RoundRow({ reservation, cancelled }: RoundRowProps) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={cx(styles.row, cancelled && styles.cancelled)}>
      <DateTile small day={reservation.play_date} />
      <Stack className="small">
        <h3 id={id} className={styles.club}>
          {reservation.golfclub.name}
        </h3>
        <Row gap={3} lineGap={1} align="center">
          <Facts reservation={reservation} />
          {cancelled ? <Badge tone="sand">geannuleerd</Badge> : null}
        </Row>
      </Stack>
      <BookAgain reservation={reservation} />
      <div className={styles.players}>
        <CancelledByClub notice={reservation.cancelled_by_club} />
        <AbsenceLine reservation={reservation} describedBy={id} />
        <PlayerRows reservation={cancelled ? withWholeFlight(reservation) : reservation} />
      </div>
    </article>
  );
});

/** The row says once that the round was cancelled, and not beside each name. */
const withWholeFlight = (reservation: Reservation): Reservation => ({
  ...reservation,
  players: reservation.players.map((player) => ({ ...player, status: 'actief' })),
});

function CancelledByClub({ notice }: { readonly notice: string | null | undefined }) {
  if (!notice) return null;
  // The club's text may end in a full stop of its own.
  const reason = notice.replace(/\.$/, '');
  return <p>Geannuleerd door de club: {reason}. Je speelrecht is teruggegeven.</p>;
}
