// The projections, fetched again and again as long as somebody looks.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { get, post } from '../../api/client.ts';
import { asked } from '../tasks/schemas.ts';
import { lagHistory, projections } from './schemas.ts';

const EVERY_MS = 5_000;
/** As often as the lag is sampled. */
const SAMPLED_MS = 15_000;

export const projectionsQuery = queryOptions({
  queryKey: ['projections'],
  queryFn: ({ signal }) => get('/projections', projections, { signal, isBackground: true }),
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  // A screen in a hidden tab asks nothing.
  refetchIntervalInBackground: false,
});

export const lagQuery = queryOptions({
  queryKey: ['projections', 'lag'],
  queryFn: ({ signal }) => get('/projections/lag', lagHistory, { signal, isBackground: true }),
  staleTime: SAMPLED_MS,
  refetchInterval: SAMPLED_MS,
  refetchIntervalInBackground: false,
});

export interface NewRebuild {
  /** None: all. */
  readonly projections: readonly string[];
  readonly dry_run: boolean;
  readonly reason: string;
}

export const startRebuild = (rebuild: NewRebuild) => post('/projections/rebuild', rebuild, asked);

export type Decision = 'swap' | 'cancel';

export const decide = (decision: Decision, id: string, reason: string) =>
  post(`/projections/${decision}`, { id, reason }, z.object({}));
