// The seal, and verifications.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { get, post } from '../../api/client.ts';
import { asked } from '../tasks/schemas.ts';
import { headCheck, seal } from './schemas.ts';

const EVERY_MS = 30_000;

export const sealQuery = queryOptions({
  queryKey: ['seal'],
  queryFn: ({ signal }) => get('/seal', seal, { signal, isBackground: true }),
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
});

export const checkHead = (head: string) =>
  get(`/seal/check?head=${encodeURIComponent(head.trim())}`, headCheck);

export interface NewVerification {
  readonly heads: readonly string[];
  readonly reason: string;
}

export const startVerification = (verification: NewVerification) =>
  post('/integrity/verify', verification, asked);

export const cancelVerification = (id: string, reason: string) =>
  post('/integrity/cancel', { id, reason }, z.object({}));
