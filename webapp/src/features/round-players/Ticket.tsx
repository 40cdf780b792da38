// The changed round, below what happened to it: the ticket that it is among the member's rounds.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { today } from '@/api/clock.ts';
import { upcomingQuery } from '@/features/reservations/queries.ts';
import { ReservationCard } from '@/features/reservations/ReservationCard.tsx';
import { useRoundDialogs } from '@/features/reservations/useRoundDialogs.tsx';
import { ButtonLink, Card, fullName, Loaded, Skeleton, Status } from '@/ui';
import { loadedProps } from './parts.tsx';
import { bookingQuery } from './queries.ts';
import styles from './RoundPlayers.module.css';

interface Props {
  /** A place of the round. */
  readonly reservationId: string;
  /** When it was changed: what was read before is not shown. */
  readonly changedAt: number;
}

const skeleton = <Skeleton height="36rem" />;

export function Ticket({ reservationId, changedAt }: Props) {
  const rounds = useQuery(upcomingQuery);
  const { open, result, dialog } = useRoundDialogs();
  // The pressed button is gone, far below: what happened is at the top.
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  const isOutdated = rounds.isFetching && rounds.dataUpdatedAt < changedAt;
  return (
    <>
      {result ? <Status>{result}</Status> : null}
      <Loaded
        query={{ ...rounds, data: isOutdated ? undefined : rounds.data }}
        skeleton={skeleton}
        failure={loadedProps.failure}
      >
        {(all) => {
          const round = all.find(({ players }) =>
            players.some(({ reservation_id }) => reservation_id === reservationId),
          );
          return round ? (
            <ReservationCard next reservation={round} today={today()} onOpen={open} />
          ) : (
            <Players reservationId={reservationId} />
          );
        }}
      </Loaded>
      <p>
        <ButtonLink to="/reservations" variant="primary">
          Mijn reserveringen
        </ButtonLink>
      </p>
      {dialog}
    </>
  );
}

/** Of a round that is not among the member's own: they gave their place away. */
function Players({ reservationId }: { readonly reservationId: string }) {
  const booking = useQuery(bookingQuery(reservationId));
  return (
    <Loaded query={booking} skeleton={skeleton} failure={loadedProps.failure}>
      {({ players }) => (
        <Card as="section" aria-labelledby="spelers">
          <h2 id="spelers" className="subheading">
            Spelers
          </h2>
          <ul aria-labelledby="spelers" className={styles.players}>
            {players.map((player) => (
              <li key={player.reservation_id}>{fullName(player)}</li>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}
