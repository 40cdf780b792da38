// The operators, and what an admin does with one. Each change needs a reason, which is stored with it.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import type { AddOperator } from '../../api/generated/AddOperator.ts';
import type { ChangeRoles } from '../../api/generated/ChangeRoles.ts';
import { OperatorList } from '../../api/generated/OperatorList.ts';
import { SetupLink } from '../../api/generated/SetupLink.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async ({ signal }) => (await get('/operators', OperatorList, { signal })).operators,
});

export const addOperator = (operator: AddOperator) => post('/operators/add', operator, SetupLink);

export const changeRoles = (change: ChangeRoles) => post('/operators/roles', change, null);

export type Change = 'disable' | 'enable' | 'reset';

/** The link of a reset. */
export async function changeOperator(
  change: Change,
  id: string,
  reason: string,
): Promise<string | undefined> {
  if (change === 'reset') return (await post('/operators/reset', { id, reason }, SetupLink)).link;
  await post(`/operators/${change}`, { id, reason }, null);
  return undefined;
}
