// The changed round as the ticket that it is among the member's rounds: below what happened to it.
import { useQuery } from '@tanstack/react-query';
import { today } from '@/api/clock.ts';
import { upcomingQuery } from '@/features/reservations/queries.ts';
import { ReservationCard } from '@/features/reservations/ReservationCard.tsx';
import { useRoundDialogs } from '@/features/reservations/useRoundDialogs.tsx';
import { ButtonLink, Loaded, Skeleton, Status } from '@/ui';
import { loadedProps } from './parts.tsx';

interface Props {
  /** A place of the round. */
  readonly reservationId: string;
  /** When it was changed: what was read before is not shown. */
  readonly changedAt: number;
}

export function Ticket({ reservationId, changedAt }: Props) {
  const rounds = useQuery(upcomingQuery);
  const { actions, result, dialog } = useRoundDialogs();
  const isOutdated = rounds.isFetching && rounds.dataUpdatedAt < changedAt;
  return (
    <>
      {result ? <Status>{result}</Status> : null}
      <Loaded
        query={{ ...rounds, data: isOutdated ? undefined : rounds.data }}
        skeleton={<Skeleton height="36rem" />}
        failure={loadedProps.failure}
      >
        {(all) => {
          const round = all.find(({ players }) =>
            players.some(({ reservation_id }) => reservation_id === reservationId),
          );
          // A member who gave their own place away has none.
          return round ? <ReservationCard next reservation={round} today={today()} {...actions} /> : null;
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
