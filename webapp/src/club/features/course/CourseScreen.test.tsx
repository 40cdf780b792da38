import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { flight, player } from '../../../../tests/club/daySamples.ts';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';

function open(...names: readonly string[]) {
  const clubhouse = serveClub({
    days: { [today()]: { flights: [flight('FW-1', '09:10', ...names.map((name) => player(name)))] } },
  });
  openClub('/course');
  return { clubhouse, user: userEvent.setup() };
}

test('two taps say that the course is closed, and the second one says how many are told', async () => {
  const { clubhouse, user } = open('Jan', 'Sanne');
  await user.click(await screen.findByRole('radio', { name: 'gesloten' }));
  expect(screen.getByText('2 spelers van vandaag en morgen krijgen bericht.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(await screen.findByText(/^\d\d:\d\d · Marga Visser$/)).toBeVisible();
  expect(clubhouse.bodiesOf('POST /course')).toEqual([
    { status: 'closed', winter_greens: false, no_carts: false, note: '' },
  ]);
});

test('what was said last is chosen, and is not said again', async () => {
  const { clubhouse, user } = open('Jan');
  await user.click(await screen.findByRole('radio', { name: 'gesloten' }));
  await user.click(screen.getByRole('checkbox', { name: "geen buggy's" }));
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(await screen.findByText('Dit is gemeld.')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'gesloten' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: "geen buggy's" })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'baan melden' }));
  expect(clubhouse.bodiesOf('POST /course')).toHaveLength(1);
  await user.click(screen.getByRole('radio', { name: 'open' }));
  expect(screen.getByText('1 speler van vandaag en morgen krijgt bericht.')).toBeVisible();
});

test('nobody is told that the course is open as always', async () => {
  open('Jan');
  expect(await screen.findByText('De baan is gewoon open: niemand krijgt bericht.')).toBeVisible();
});
