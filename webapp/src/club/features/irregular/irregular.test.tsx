import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import { irregularScan } from '../../../../tests/club/daySamples.ts';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';
import { consequenceOf, factsOf, reasonsOf, titleOf } from './irregular.ts';

const unknown = (scan: string) =>
  irregularScan(scan, { why: 'unknown', name: null, place: null, holes: null, play_date: null });

const plain = (scan: Parameters<typeof factsOf>[0]) => factsOf(scan).replaceAll('\u00a0', ' ');

test('a scan has the name of its kind and one line of facts', () => {
  const scan = irregularScan('a');
  const scanned = /gescand .* om 10:12, door Starter \(camera\)$/;
  expect(titleOf(scan)).toBe('Andere dag');
  expect(plain(scan)).toMatch(/^Jan de Vries · maandag 30 november · 18 holes · gescand/);
  expect(plain(scan)).toMatch(scanned);
  const elsewhere = { ...scan, why: 'other_club' as const, name: null, club_name: 'De Heide' };
  expect(titleOf(elsewhere)).toBe('Code van een andere club');
  expect(plain(elsewhere)).toMatch(/^maandag 30 november · De Heide/);
  expect(titleOf({ ...scan, why: 'cancelled' })).toBe('Geannuleerd');
  expect(titleOf(unknown('u'))).toBe('Geen geldige code');
  expect(plain(unknown('u'))).toMatch(/^gescand/);
  expect(reasonsOf(unknown('u'), false)).not.toContain('Niet gespeeld');
  expect(consequenceOf(scan, true)).toBe('Jan de Vries geldt als aangekomen om 10:12, voor 18 holes.');
});

test('the open scans of 8 days, and a decision with its reason on the day of the scan', async () => {
  const user = userEvent.setup();
  const yesterday = addDays(today(), -1);
  const clubhouse = serveClub({ days: { [yesterday]: { irregular: [irregularScan('a')] } } });
  openClub('/irregular');
  const open = within(await screen.findByRole('region', { name: 'Open' }));
  const asked = clubhouse.requests.filter(({ call }) => call.startsWith('GET /days/'));
  expect(new Set(asked.map(({ call }) => call)).size).toBe(8);
  expect(open.getByText(/^Jan de Vries .*om 10:12, door Starter \(camera\)$/)).toBeInTheDocument();
  await user.click(open.getByRole('button', { name: 'telt mee' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Heeft hier gespeeld' }));
  await user.click(dialog.getByRole('button', { name: 'telt mee' }));
  const decided = within(await screen.findByRole('region', { name: 'Besloten' }));
  expect(clubhouse.bodiesOf('POST /arrivals/decide')).toEqual([
    { date: yesterday, scan: 'a', counts: true, reason: 'Heeft hier gespeeld' },
  ]);
  expect(decided.getByText('Reden van het besluit: Heeft hier gespeeld')).toBeInTheDocument();
  // The other decision stays possible.
  expect(decided.getByRole('button', { name: 'telt niet mee' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('Er is niets te beslissen.')).toBeInTheDocument());
});

test('scans that cannot count are decided with one button', async () => {
  const user = userEvent.setup();
  const clubhouse = serveClub({
    days: {
      [today()]: { irregular: [unknown('u'), unknown('v')] },
      [addDays(today(), -1)]: { irregular: [unknown('w')] },
    },
  });
  openClub('/irregular');
  await user.click(await screen.findByRole('button', { name: 'alle 3: telt niet mee' }));
  expect(screen.queryByRole('button', { name: 'telt mee' })).not.toBeInTheDocument();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByRole('radio', { name: 'Niet gespeeld' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: 'Verkeerde code' }));
  await user.click(dialog.getByRole('button', { name: 'alle 3: telt niet mee' }));
  await screen.findByRole('region', { name: 'Besloten' });
  expect(
    clubhouse
      .bodiesOf('POST /arrivals/decide')
      .map(({ scan }) => scan)
      .toSorted(),
  ).toEqual(['u', 'v', 'w']);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('after a decision the focus is on the next scan', async () => {
  const user = userEvent.setup();
  serveClub({ days: { [today()]: { irregular: [irregularScan('a'), irregularScan('b')] } } });
  openClub('/irregular');
  const [first] = await screen.findAllByRole('button', { name: 'telt mee' });
  await user.click(first!);
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Heeft hier gespeeld' }));
  await user.click(dialog.getByRole('button', { name: 'telt mee' }));
  await screen.findByRole('region', { name: 'Besloten' });
  const open = within(screen.getByRole('region', { name: 'Open' }));
  await waitFor(() => expect(open.getByRole('heading', { level: 3 })).toHaveFocus());
});

test('the desk has no buttons, also on a day that it can correct', async () => {
  serveClub({ role: 'desk', days: { [today()]: { irregular: [irregularScan('a'), unknown('u')] } } });
  openClub('/irregular');
  expect(await screen.findByRole('heading', { name: 'Geen geldige code' })).toBeInTheDocument();
  expect(screen.getByText(/Een beheerder beslist of ze meetellen\.$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /telt/ })).not.toBeInTheDocument();
});
