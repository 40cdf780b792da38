import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { rows, rowsByKey } from './rows.ts';

const club = z.object({ name: z.string(), kind: z.enum(['links', 'park']) });

test('a row that cannot be read is left out, and the others stay; it is reported once', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const list = [{ name: 'Duinrand', kind: 'links' }, { name: 'Maasoever', kind: 'island' }, null];
  expect(z.parse(rows(club), list)).toEqual([{ name: 'Duinrand', kind: 'links' }]);
  expect(z.parse(rowsByKey(club), { a: list[0], b: list[1] })).toEqual({ a: list[0] });
  expect(error).toHaveBeenCalledOnce();
});

test('what is no list at all is a failure', () => {
  expect(z.safeParse(rows(club), { name: 'Duinrand' }).success).toBe(false);
  expect(z.safeParse(rowsByKey(club), []).success).toBe(false);
});

test('the description of a list has the schema of its rows', () => {
  const described = z.toJSONSchema(rows(club), { io: 'input' });
  expect(described).toMatchObject({
    type: 'array',
    items: { properties: { kind: { enum: ['links', 'park'] } } },
  });
});
