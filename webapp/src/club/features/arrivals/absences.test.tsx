import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import * as session from '@/club/api/session.ts';
import { arrived, dayOf, flight, openDay, player, serveDays } from '../../../../tests/club/day.tsx';

const yesterday = () => addDays(today(), -1);
const address = () => `/?date=${yesterday()}`;

function beManager() {
  const desk = session.useClubSession();
  vi.mocked(session.useClubSession).mockReturnValue({ ...desk, kind: 'account', role: 'manager' });
}

const absence = { reason: 'no_show', recorded_at: '2026-11-28T10:12:00+01:00', objected_at: null } as const;

test('a manager says who did not come, several at once with a reason', async () => {
  const user = userEvent.setup();
  beManager();
  let sanne = player('Sanne');
  const sent = serveDays(
    (date) => dayOf([flight('FW-1', '09:10', arrived('Jan'), sanne, player('Piet'))], { date }),
    { '/absences': () => void (sanne = player('Sanne', { absence })) },
  );
  openDay(address());
  const region = within(await screen.findByRole('region', { name: 'Niet aangekomen' }));
  expect(region.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value)).toEqual([
    'place of Sanne',
    'place of Piet',
  ]);
  await user.click(region.getByRole('button', { name: 'afwezigheid melden' }));
  expect(region.getByText('Kies minstens één speler.')).toBeVisible();
  expect(region.getByText('Kies een reden.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(region.getByRole('checkbox', { name: 'Sanne' }));
  await user.click(region.getByRole('radio', { name: 'niet verschenen' }));
  await user.click(region.getByRole('button', { name: 'afwezigheid melden' }));
  expect(await region.findByText('Sanne: niet verschenen')).toBeVisible();
  expect(sent).toEqual([['/absences', { date: yesterday(), places: ['place of Sanne'], reason: 'no_show' }]]);
  expect(region.getAllByRole('checkbox')).toHaveLength(1);
});

test('an objection is marked, and the absence withdrawn with a reason after the days for corrections', async () => {
  const user = userEvent.setup();
  beManager();
  let jan = player('Jan', { absence: { ...absence, objected_at: '2026-11-28T11:00:00+01:00' } });
  const sent = serveDays((date) => dayOf([flight('FW-1', '09:10', jan)], { date, can_correct: false }), {
    '/absences/withdraw': () => void (jan = player('Jan')),
  });
  openDay(address());
  expect(await screen.findByText('zegt dat dit niet klopt')).toBeVisible();
  expect(screen.getByText('afwezig')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'afwezigheid van Jan intrekken' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Afwezigheid intrekken' }));
  await user.click(dialog.getByRole('radio', { name: 'Speelde wel' }));
  await user.click(dialog.getByRole('button', { name: 'intrekken' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Niet aangekomen' })).toBeNull());
  expect(sent).toEqual([
    ['/absences/withdraw', { date: yesterday(), place: 'place of Jan', reason: 'Speelde wel' }],
  ]);
});

test('the desk, and today, have no absences', async () => {
  serveDays((date) => dayOf([flight('FW-1', '09:10', player('Jan'))], { date }));
  openDay(address());
  expect(await screen.findByText('niet gezien')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Niet aangekomen' })).toBeNull();
});
