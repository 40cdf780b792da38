// The groups on waiting lists, as one of their players sees them.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { WaitingAnswer } from '@/api/generated/WaitingAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';
import { waitingQuery } from './queries.ts';

/** The groups in the answer of `waitingQuery`, without unreadable ones. */
export const groupsQuery = queryOptions({
  ...waitingQuery,
  select: (answer) => z.parse(tolerant(WaitingAnswer), answer).data,
});

export const isOffered = ({ state }: ShownGroup): boolean => state === 'offered';
