// The projections, fetched again and again as long as somebody looks.
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { projections } from './schemas.ts';

const EVERY_MS = 5_000;

export const projectionsQuery = queryOptions({
  queryKey: ['projections'],
  queryFn: ({ signal }) => get('/projections', projections, { signal, isBackground: true }),
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  // A screen in a hidden tab asks nothing.
  refetchIntervalInBackground: false,
});
