import { expect, test } from 'vitest';
import { byMonth } from './byMonth.ts';

test('the rows are under the month of their day, in the order of the list', () => {
  const days = ['2026-11-02', '2026-10-31', '2026-10-03', '2025-10-03'];
  expect(byMonth(days, (day) => day)).toEqual([
    { name: 'november 2026', rows: ['2026-11-02'] },
    { name: 'oktober 2026', rows: ['2026-10-31', '2026-10-03'] },
    { name: 'oktober 2025', rows: ['2025-10-03'] },
  ]);
});
