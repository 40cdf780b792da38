// The operators, and what an admin does with one. Each change needs a reason, which is stored with it.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { get, post } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';
import { operators, setupLink } from './schemas.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async ({ signal }) => (await get('/operators', operators, { signal })).operators,
});

export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly reason: string;
}

export const addOperator = (operator: NewOperator) => post('/operators/add', operator, setupLink);

export type Change = 'disable' | 'enable' | 'reset';

/** Reset alone answers with a link. */
const changed = z.object({ link: z.optional(z.string()) });

export const changeOperator = (change: Change, id: string, reason: string) =>
  post(`/operators/${change}`, { id, reason }, changed);
