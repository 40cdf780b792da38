// The nodes and the queues, fetched again and again as long as somebody looks.
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { Runs } from '../../api/generated/Runs.ts';

/** Nodes report as often. */
const EVERY_MS = 5_000;

export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: ({ signal }) => get('/runs', Runs, { signal, isBackground: true }),
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
});
