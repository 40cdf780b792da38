// The chosen players are sent on entry, exactly once; then all players of the round are listed, after any outcome.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isOutcomeUnknown } from '@/api/command.ts';
import { ApiError } from '@/api/error.ts';
import { Alert, Status, Button, ButtonLink, Loaded, Page, ownReason, Skeleton } from '@/ui';
import { readAddition, type Addition } from './addition.ts';
import { loadedProps, Players, toReservations } from './parts.tsx';
import { addQuery, bookingQuery } from './queries.ts';

export function SendAdditionScreen() {
  const { reservationId } = useParams({ from: '/_member/reservations/$reservationId/confirm' });
  // As it was when the screen opened: the response changes what is stored.
  const [addition] = useState(() => readAddition(reservationId));
  if (addition.key === null || addition.players.length === 0) {
    return <Navigate to="/reservations/$reservationId/addplayer" params={{ reservationId }} replace />;
  }
  return <AdditionResult addition={addition} />;
}

function AdditionResult({ addition }: { readonly addition: Addition }) {
  const queries = useQueryClient();
  const { reservationId } = addition;
  const { data: added, error, isFetching, refetch } = useQuery(addQuery(addition, queries));
  const settled = !isFetching && (added !== undefined || error !== null);
  return (
    <Page title="Spelers toegevoegd">
      {isFetching ? (
        <>
          <p role="status" className="visually-hidden">
            We voegen de spelers toe.
          </p>
          <Skeleton height="4rem" count={3} />
        </>
      ) : null}
      {settled && added !== undefined ? (
        <Status>
          <p>
            <strong>{`${added} speler(s) toegevoegd`}</strong>
          </p>
          <p>Zij krijgen er bericht van. De vouchers staan bij je reserveringen.</p>
        </Status>
      ) : null}
      {settled && added === undefined ? (
        <Failure error={error} reservationId={reservationId} onRetry={() => void refetch()} />
      ) : null}
      {settled ? <BookedPlayers reservationId={reservationId} /> : null}
      {toReservations}
    </Page>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly reservationId: string;
  readonly onRetry: () => void;
}

function Failure({ error, reservationId, onRetry }: FailureProps) {
  const unknown = isOutcomeUnknown(error);
  const reason = error instanceof ApiError ? error.serverText : undefined;
  return (
    <Alert>
      <p>{`Er is een fout opgetreden bij het toevoegen: ${reason ? ownReason(reason) : 'Onbekende fout'}`}</p>
      {unknown ? (
        <>
          <p>
            We weten niet zeker of het gelukt is. Probeer het gerust opnieuw: niemand wordt dubbel toegevoegd.
          </p>
          <Button variant="secondary" onClick={onRetry}>
            opnieuw proberen
          </Button>
        </>
      ) : (
        <>
          <p>Er is niemand toegevoegd. Je keuze is bewaard.</p>
          <ButtonLink to="/reservations/$reservationId/addplayer" params={{ reservationId }}>
            kies andere spelers
          </ButtonLink>
        </>
      )}
    </Alert>
  );
}

function BookedPlayers({ reservationId }: { readonly reservationId: string }) {
  return (
    <Loaded
      query={useQuery(bookingQuery(reservationId))}
      skeleton={<Skeleton height="10rem" />}
      failure={loadedProps.failure}
    >
      {({ players }) => <Players players={players} keyOf={({ email }) => email} />}
    </Loaded>
  );
}
