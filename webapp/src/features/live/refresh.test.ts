import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { faqQuery } from '@/features/faq/queries.ts';
import { wizardKeys } from '@/features/reservation-wizard/queries.ts';
import { reservationKeys } from '@/features/reservations/queries.ts';
import { debouncedRoundsChanged } from './refresh.ts';

afterEach(() => void vi.useRealTimers());

test('invalidates the data that a booking can change, once per burst, and never the order itself', () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const keys = [
    reservationKeys.upcoming,
    wizardKeys.availability({}),
    wizardKeys.place('key'),
    faqQuery.queryKey,
  ];
  for (const key of keys) queries.setQueryData<unknown>(key, {});
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const refresh = debouncedRoundsChanged(queries);
  refresh();
  refresh();
  vi.advanceTimersByTime(149);
  expect(invalidate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  const stale = keys.map((key) => queries.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual([true, true, false, false]);
});
