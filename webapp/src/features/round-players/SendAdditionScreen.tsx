// The chosen players are sent on entry, exactly once; then the round is there as its ticket, after any outcome.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isOutcomeUnknown } from '@/api/command.ts';
import { ApiError } from '@/api/error.ts';
import { Alert, Status, Button, ButtonLink, listOf, Page, ownReason, Skeleton } from '@/ui';
import { readAddition, type Addition } from './addition.ts';
import { addQuery } from './queries.ts';
import { Ticket } from './Ticket.tsx';

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
  const added = useQuery(addQuery(addition, queries));
  const { error, isFetching } = added;
  if (isFetching) {
    return (
      <Page title="Spelers toevoegen">
        <p role="status" className="visually-hidden">
          We voegen de spelers toe.
        </p>
        <Skeleton height="4rem" count={3} />
      </Page>
    );
  }
  const settledAt = Math.max(added.dataUpdatedAt, added.errorUpdatedAt);
  return (
    <Page title={titleOf(error, addition.players.length)}>
      {error ? (
        <Failure error={error} reservationId={reservationId} onRetry={() => void added.refetch()} />
      ) : (
        <Status>{addedText(addition)}</Status>
      )}
      <Ticket reservationId={reservationId} changedAt={settledAt} />
    </Page>
  );
}

function titleOf(error: Error | null, count: number): string {
  if (!error) return count === 1 ? 'Speler toegevoegd' : 'Spelers toegevoegd';
  return isOutcomeUnknown(error) ? 'Spelers toevoegen' : 'Niemand toegevoegd';
}

/** `Karin is toegevoegd en krijgt bericht.` */
function addedText({ players }: Addition): string {
  const names = listOf(players.map(({ first_name }) => first_name));
  return players.length === 1
    ? `${names} is toegevoegd en krijgt bericht.`
    : `${names} zijn toegevoegd en krijgen bericht.`;
}

interface FailureProps {
  readonly error: unknown;
  readonly reservationId: string;
  readonly onRetry: () => void;
}

function Failure({ error, reservationId, onRetry }: FailureProps) {
  const reason = error instanceof ApiError ? error.serverText : undefined;
  return (
    <Alert>
      <p>{`Er is een fout opgetreden bij het toevoegen: ${reason ? ownReason(reason) : 'Onbekende fout'}`}</p>
      {isOutcomeUnknown(error) ? (
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
          <p>Je keuze is bewaard.</p>
          <ButtonLink to="/reservations/$reservationId/addplayer" params={{ reservationId }}>
            kies andere spelers
          </ButtonLink>
        </>
      )}
    </Alert>
  );
}
