// The seal, and verifications.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import type { VerifyRequest } from '../../api/generated/VerifyRequest.ts';
import { Asked } from '../../api/generated/Asked.ts';
import { HeadCheck } from '../../api/generated/HeadCheck.ts';
import { SealState } from '../../api/generated/SealState.ts';

const EVERY_MS = 30_000;

export const sealQuery = queryOptions({
  queryKey: ['seal'],
  queryFn: ({ signal }) => get('/seal', SealState, { signal, isBackground: true }),
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
});

export const checkHead = (head: string) =>
  get(`/seal/check?head=${encodeURIComponent(head.trim())}`, HeadCheck);

export const startVerification = (verification: VerifyRequest) =>
  post('/integrity/verify', verification, Asked);

export const cancelVerification = (id: string, reason: string) =>
  post('/integrity/cancel', { id, reason }, null);
