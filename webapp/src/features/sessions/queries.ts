// The sessions of the member, and ending them.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SessionRow } from '@/api/generated/SessionRow.ts';
import { call } from '@/api/client.ts';
import { SessionsAnswer } from '@/api/generated/SessionsAnswer.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('/users/me/sessions', { schema: SessionsAnswer, signal }),
  select: ({ data }) => data,
});

export const sessionsTexts = {
  failure: 'Uitloggen mislukt. Probeer het later opnieuw.',
  network: 'Netwerkfout. Controleer je verbinding en probeer het opnieuw.',
};

export function useEndSession(onEnded: (session: SessionRow) => void) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id }: SessionRow) =>
      call(`/users/me/sessions/${encodeURIComponent(id)}/logout`, {
        method: 'POST',
        body: {},
      }),
    onSuccess: (_, session) => onEnded(session),
    // After a failure too: it may have ended.
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useLogOutEverywhere(onEnded: (includingThis: boolean) => void) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: (includingThis: boolean) =>
      call('/users/me/sessions/logout_everywhere', {
        method: 'POST',
        body: { including_this: includingThis },
      }),
    onSuccess: async (_, includingThis) => {
      // Without a session nothing can be asked for. It ended more than the sessions: the calendar and devices too.
      if (!includingThis) await queries.invalidateQueries();
      onEnded(includingThis);
    },
  });
}
