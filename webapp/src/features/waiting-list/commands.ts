// A member's commands for a group that waits: put it on the list, take or decline its offer, take it off.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { isOutcomeUnknown } from '@/api/command.ts';
import { WaitingGroupAnswer } from '@/api/generated/WaitingGroupAnswer.ts';
import { ROUNDS, roundsChanged } from '@/api/rounds.ts';
import { tolerant } from '@/api/tolerant.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';

/** A success that cannot be read is one too: the group is in the list. */
const joined = z.catch(z.object({ data: z.optional(z.object({ group: z.string() })) }), {});
/** The same: the round is in the list of rounds. */
const taken = z.catch(z.object({ reservation_id: z.optional(z.string()) }), {});

export function groupQuery(id: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'waiting', id],
    queryFn: ({ signal }) =>
      call(`/waiting-list/${encodeURIComponent(id)}`, { schema: tolerant(WaitingGroupAnswer), signal }),
    select: ({ data }) => data,
  });
}

export interface Wish {
  readonly golfclub: string;
  readonly date: string;
  readonly holes: number;
  readonly players: readonly string[];
}

/** Puts a group on the list. The same key is the same request: a repeat after an unknown outcome adds nothing. */
export function useJoin() {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ wish, key }: { readonly wish: Wish; readonly key: string }) =>
      call('/waiting-list', { method: 'POST', body: wish, schema: joined, idempotencyKey: key }),
    onSettled: () => roundsChanged(queries),
  });
}

/** Puts players on the list of a round's full day, to join that round. */
export function useWaitToJoin(reservationId: string) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ players, key }: { readonly players: readonly string[]; readonly key: string }) =>
      call(`/reservations/${encodeURIComponent(reservationId)}/player/wait`, {
        method: 'POST',
        body: { players },
        schema: joined,
        idempotencyKey: key,
      }),
    onSettled: () => roundsChanged(queries),
  });
}

/** Takes what the group is offered. Under the same key a repeat after an unknown outcome gets the same round. */
export function useTake() {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, key }: { readonly id: string; readonly key: string }) =>
      call(`/waiting-list/${encodeURIComponent(id)}/take`, {
        method: 'POST',
        schema: taken,
        idempotencyKey: key,
      }),
    // After a refusal too: the offer may have ended.
    onSettled: () => roundsChanged(queries),
  });
}

/** A key for one attempt: after a refusal the next attempt is another one. */
export function useAttemptKey() {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const onError = (error: Error) => {
    if (!isOutcomeUnknown(error)) setKey(crypto.randomUUID());
  };
  return { key, onError };
}

export function useDecline() {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => call(`/waiting-list/${encodeURIComponent(id)}/decline`, { method: 'POST' }),
    onSettled: () => roundsChanged(queries),
  });
}

export function useLeave() {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => call(`/waiting-list/${encodeURIComponent(id)}/leave`, { method: 'POST' }),
    onSettled: () => roundsChanged(queries),
  });
}

export const joinTexts = {
  failure: 'Je staat niet op de wachtlijst: dat is niet gelukt. Probeer het opnieuw.',
  network:
    'Netwerkfout: we weten niet of het gelukt is. Probeer het gerust opnieuw, je komt er maar één keer op.',
};
export const waitTexts = {
  failure: 'Je medespelers staan niet op de wachtlijst: dat is niet gelukt. Probeer het opnieuw.',
  network: 'Netwerkfout: we weten niet of het gelukt is. Probeer het gerust opnieuw.',
};

export const takeTexts = {
  failure: 'De plaatsen nemen is niet gelukt. Probeer het opnieuw.',
  network:
    'Netwerkfout: we weten niet of het gelukt is. Probeer het gerust opnieuw, je reserveert nooit dubbel.',
};
export const declineTexts = {
  failure: 'Afwijzen is niet gelukt. Er is niets gewijzigd. Probeer het later opnieuw.',
  network: 'Netwerkfout bij het afwijzen. Kijk of het toch gelukt is.',
};
export const leaveTexts = {
  failure: 'Dat is niet gelukt: de groep staat nog op de wachtlijst. Probeer het later opnieuw.',
  network: 'Netwerkfout. Kijk of de groep nog op de wachtlijst staat.',
};
