import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Loaded } from './Loaded.tsx';
import { reportContact } from './serverContact.ts';

const refetch = vi.fn<() => Promise<unknown>>(async () => {});
const loaded = (over: object = {}) => ({
  data: ['a'],
  error: null,
  dataUpdatedAt: Date.now(),
  isFetching: false,
  refetch,
  ...over,
});

function show(query: ReturnType<typeof loaded>, inner?: ReturnType<typeof loaded>) {
  const props = { skeleton: 'skeleton', failure: () => ['failure'] };
  render(
    <Loaded query={query} {...props}>
      {() =>
        inner ? (
          <Loaded query={inner} {...props}>
            {() => 'inner data'}
          </Loaded>
        ) : (
          'data'
        )
      }
    </Loaded>,
  );
}

const updatedAt = () => screen.queryAllByText(/^bijgewerkt om \d\d:\d\d/);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  reportContact(true);
  vi.useRealTimers();
});

test('data that were just fetched say nothing', () => {
  show(loaded());
  expect(screen.getByText('data')).toBeInTheDocument();
  expect(updatedAt()).toEqual([]);
});

test('data whose refetch failed say when they were updated, with a button to try again', async () => {
  show(loaded({ error: new Error('failed') }));
  expect(screen.getByText('data')).toBeInTheDocument();
  expect(updatedAt()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'opnieuw proberen' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('a next page that failed does not make the first one old', () => {
  show(loaded({ error: new Error('failed'), isFetchNextPageError: true }));
  expect(updatedAt()).toEqual([]);
});

test('data become old after a minute in which the server cannot be reached, and no sooner', async () => {
  show(loaded());
  act(() => reportContact(false));
  await act(() => vi.advanceTimersByTimeAsync(55_000));
  expect(updatedAt()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(updatedAt()).toHaveLength(1);
  act(() => reportContact(true));
  expect(updatedAt()).toEqual([]);
});

test('data of another day say which', () => {
  show(loaded({ dataUpdatedAt: Date.now() - 36 * 3_600_000 }));
  expect(updatedAt()[0]).toHaveTextContent(/^bijgewerkt om \d\d:\d\d op \d\d-\d\d-\d{4}$/);
});

test('data within old data do not repeat it', () => {
  show(loaded({ error: new Error('failed') }), loaded({ error: new Error('failed') }));
  expect(screen.getByText('inner data')).toBeInTheDocument();
  expect(updatedAt()).toHaveLength(1);
});
