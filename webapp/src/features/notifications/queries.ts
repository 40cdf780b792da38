// The member's choice of news, and changing it: the screen shows a change at once, and takes it back if it fails.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { NotificationKind } from '@/api/generated/NotificationKind.ts';
import type { NotificationSetting } from '@/api/generated/NotificationSetting.ts';
import { call } from '@/api/client.ts';
import { NotificationsAnswer } from '@/api/generated/NotificationsAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';

/** A way by which a member is told. */
export type Way = 'mail' | 'push';

/** A kind that this version does not know is left out. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('/users/me/notifications', { schema: tolerant(NotificationsAnswer), signal }),
  select: ({ data }) => data.kinds,
});

export const saveTexts = {
  failure: 'Opslaan is niet gelukt. Er is niets veranderd. Probeer het later opnieuw.',
  network: 'Netwerkfout. Er is niets veranderd. Controleer je verbinding en probeer het opnieuw.',
};

const { queryKey } = notificationsQuery;

function show(queries: QueryClient, changed: NotificationSetting) {
  queries.setQueryData<NotificationsAnswer>(
    queryKey,
    (answer) =>
      answer && {
        data: { kinds: answer.data.kinds.map((one) => (one.kind === changed.kind ? changed : one)) },
      },
  );
}

const shown = (queries: QueryClient, kind: NotificationKind) =>
  queries.getQueryData<NotificationsAnswer>(queryKey)?.data.kinds.find((one) => one.kind === kind);

interface Change {
  readonly way: Way;
  readonly wanted: boolean;
}

/** Switches a way of being told of one kind of news. */
export function useSwitch(kind: NotificationKind) {
  const queries = useQueryClient();
  return useMutation({
    // One after the other: the last press is what counts.
    scope: { id: 'notifications' },
    mutationFn: async ({ way, wanted }: Change) => {
      // Both ways are sent: the other one as it is shown now.
      const setting = shown(queries, kind);
      if (!setting) throw new Error('only what is shown can be switched');
      return call('/users/me/notifications', {
        method: 'POST',
        body: { ...setting, [way]: wanted },
      });
    },
    onMutate: async ({ way, wanted }) => {
      await queries.cancelQueries({ queryKey });
      const setting = shown(queries, kind);
      if (setting) show(queries, { ...setting, [way]: wanted });
    },
    onError: (_, { way, wanted }) => {
      const setting = shown(queries, kind);
      if (setting) show(queries, { ...setting, [way]: !wanted });
    },
  });
}
