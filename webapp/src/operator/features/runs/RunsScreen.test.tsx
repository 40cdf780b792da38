import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { amsterdam } from './amsterdam.ts';
import { runsQuery } from './queries.ts';

test('every node is shown with its writer and what it last heard, and a silent one as such', async () => {
  serveOperator();
  openOperator('/runs');
  expect((await screen.findByText(/nodes run/)).textContent).toBe(
    '2 nodes run; 1 of the last day is silent.',
  );
  const [first, second, third] = screen.getAllByRole('article');
  const one = within(first!);
  expect(one.getByText('answers this page')).toBeVisible();
  expect(one.getByText('3 wait, the oldest 12 ms')).toBeVisible();
  expect(one.getByText('1204 with 3310 commands and 9021 events, 2.4 ms each')).toBeVisible();
  const two = within(second!);
  expect(two.getByText(/does not answer: calls are paused/).closest('dd')).toHaveTextContent('503');
  expect(two.getByText(/without an outcome/)).toHaveTextContent('1 without an outcome');
  expect(two.getByText(/decided again/)).toHaveTextContent('3310 accepted, 212 refused, 4 decided again');
  expect(two.getByText('projector restarted 2 times')).toBeVisible();
  const silent = within(third!);
  expect(silent.getByText('silent')).toBeVisible();
  expect(silent.getByText(/says nothing since/)).toHaveTextContent('25 Nov 2026 09:40:00');
});

test('what cannot be shown is named and the rest is shown', async () => {
  serveOperator();
  openOperator('/runs');
  expect(await screen.findByRole('alert')).toHaveTextContent('The open payments cannot be shown');
  expect(screen.getByText(/2 after a failed attempt/)).toBeVisible();
  expect(screen.getByText('vouchers: stopped')).toBeVisible();
  expect(screen.queryByText('Payments')).toBeNull();
});

test('support sees it too, without links that are refused', async () => {
  serveOperator({ roles: ['support'] });
  openOperator('/runs');
  const waiting = within(await screen.findByRole('region', { name: 'What waits' }));
  expect(waiting.getByRole('link', { name: 'Mails' })).toBeVisible();
  expect(waiting.queryByRole('link', { name: 'Projections' })).toBeNull();
});

test('is refreshed every 5 seconds, in a visible tab only, on Amsterdam’s clock', () => {
  expect([runsQuery.refetchInterval, runsQuery.refetchIntervalInBackground]).toEqual([5_000, false]);
  expect(amsterdam('2026-11-25T10:03:40Z')).toBe('2026-11-25T11:03:40');
  expect(amsterdam('2026-07-01T23:30:00Z')).toBe('2026-07-02T01:30:00');
  expect(amsterdam('never')).toBe('never');
});
