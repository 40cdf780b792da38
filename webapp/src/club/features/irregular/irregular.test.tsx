import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import { irregularScan } from '../../../../tests/club/daySamples.ts';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';
import { consequenceOf, whyText } from './irregular.ts';

test('says in words why a scan does not count, and what a decision does', () => {
  const scan = irregularScan('a');
  expect(whyText(scan)).toBe('De code is van een ronde op maandag 30 november.');
  expect(whyText({ ...scan, why: 'other_club', club_name: 'De Heide' })).toBe(
    'De code is van een ronde bij De Heide op maandag 30 november.',
  );
  expect(whyText({ ...scan, why: 'unknown' })).toBe('De code hoort bij geen ronde.');
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
  expect(open.getByText(/^Gescand .*om 10:12, door Starter \(camera\)\.$/)).toBeInTheDocument();
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

test('a code that names nobody cannot count, and who may not decide has no buttons', async () => {
  const unknown = { why: 'unknown', name: null, place: null, holes: null } as const;
  serveClub({
    role: 'desk',
    days: {
      [today()]: { irregular: [irregularScan('u', unknown)] },
      [addDays(today(), -1)]: { irregular: [irregularScan('a')] },
    },
  });
  openClub('/irregular');
  expect(await screen.findByText('De code noemt niemand en kan dus niet meetellen.')).toBeInTheDocument();
  const cards = within(screen.getByRole('region', { name: 'Open' })).getAllByRole('listitem');
  const acts = cards.map((card) =>
    Array.from(card.querySelectorAll('button'), ({ textContent }) => textContent),
  );
  // The desk decides on its own day only.
  expect(acts.toSorted()).toEqual([[], ['telt niet mee']]);
});
