// The projections, fetched again and again as long as somebody looks.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { Projections } from '../../api/generated/Projections.ts';
import type { RebuildRequest } from '../../api/generated/RebuildRequest.ts';
import { Asked } from '../../api/generated/Asked.ts';
import { LagHistory } from '../../api/generated/LagHistory.ts';

const EVERY_MS = 5_000;
/** As often as the lag is sampled. */
const SAMPLED_MS = 15_000;

export const projectionsQuery = queryOptions({
  queryKey: ['projections'],
  queryFn: ({ signal }) => get('/projections', Projections, { signal, isBackground: true }),
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  // A screen in a hidden tab asks nothing.
  refetchIntervalInBackground: false,
});

export const lagQuery = queryOptions({
  queryKey: ['projections', 'lag'],
  queryFn: ({ signal }) => get('/projections/lag', LagHistory, { signal, isBackground: true }),
  staleTime: SAMPLED_MS,
  refetchInterval: SAMPLED_MS,
  refetchIntervalInBackground: false,
});

export const startRebuild = (rebuild: RebuildRequest) => post('/projections/rebuild', rebuild, Asked);

export type Decision = 'swap' | 'cancel';

export const decide = (decision: Decision, id: string, reason: string) =>
  post(`/projections/${decision}`, { id, reason }, null);
