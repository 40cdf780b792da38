import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { clubGet, clubPost } from '@/club/api/client.ts';
import { CourseScreen } from './CourseScreen.tsx';

vi.mock('@/club/api/client.ts');

const closed = {
  status: 'closed',
  winter_greens: false,
  no_carts: true,
  note: 'Vorst',
  at: '2026-11-28T06:30:00+01:00',
  by: 'Piet Gras',
};

function open(reports: readonly (typeof closed)[], rounds: number) {
  vi.mocked(clubGet).mockResolvedValue({ date: '2026-11-28', reports, rounds } as never);
  vi.mocked(clubPost).mockResolvedValue(undefined as never);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CourseScreen />
    </QueryClientProvider>,
  );
}

beforeEach(() => vi.resetAllMocks());

test('two taps say that the course is closed, and the second one says how many are told', async () => {
  open([], 42);
  await userEvent.click(await screen.findByRole('radio', { name: 'gesloten' }));
  expect(screen.getByText('42 spelers van vandaag en morgen krijgen bericht.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(clubPost).toHaveBeenCalledWith(null, '/course', {
    status: 'closed',
    winter_greens: false,
    no_carts: false,
    note: '',
  });
});

test('what was said last is chosen, and is not said again', async () => {
  open([closed], 1);
  expect(await screen.findByRole('radio', { name: 'gesloten' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: "geen buggy's" })).toBeChecked();
  expect(screen.getByText('06:30 · Piet Gras')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(clubPost).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'open' }));
  expect(screen.getByText('1 speler van vandaag en morgen krijgt bericht.')).toBeVisible();
});

test('nobody is told that the course is open as always', async () => {
  open([], 42);
  expect(await screen.findByText('De baan is gewoon open: niemand krijgt bericht.')).toBeVisible();
});
