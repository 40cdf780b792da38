// The secret address under which a calendar app reads the member's rounds.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { CalendarFeedAnswer } from '@/api/generated/CalendarFeedAnswer.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';

export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => call('/users/me/calendar_feed', { schema: CalendarFeedAnswer, signal }),
});

export const calendarFeedTexts = {
  failure: 'Het adres van je agenda is niet gewijzigd. Probeer het later opnieuw.',
  network: 'Netwerkfout. Controleer je verbinding en probeer het opnieuw.',
};

const renew = () =>
  call('/users/me/calendar_feed/renew', { method: 'POST', schema: CalendarFeedAnswer, body: {} });

async function switchOff() {
  await call('/users/me/calendar_feed/off', { method: 'POST', body: {} });
  return { data: null };
}

export type FeedChange = 'renew' | 'off';

/** Shows the answer at once. After a failure the state is read again: the change may have happened. */
export function useFeedChange(change: FeedChange) {
  const queries = useQueryClient();
  const { queryKey } = calendarFeedQuery;
  return useSingleMutation({
    mutationFn: change === 'renew' ? renew : switchOff,
    onSuccess: async (answer) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, answer);
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
