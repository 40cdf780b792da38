import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import { dayOf, irregularScan, openDay, serveDays } from '../../../../tests/club/day.tsx';
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
  const asked = new Set<string>();
  let counts: boolean | null = null;
  const yesterday = addDays(today(), -1);
  const sent = serveDays(
    (date) => {
      asked.add(date);
      const irregular =
        date === yesterday ? [irregularScan('a', { counts, reason: counts ? 'Dubbel' : null })] : [];
      return dayOf([], { date, irregular });
    },
    { '/arrivals/decide': () => void (counts = true) },
  );
  openDay('/irregular');
  const open = within(await screen.findByRole('region', { name: 'Open' }));
  expect(asked.size).toBe(8);
  expect(open.getByText(/^Gescand .*om 10:12, door Starter \(camera\)\.$/)).toBeInTheDocument();
  await user.click(open.getByRole('button', { name: 'telt mee' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Heeft hier gespeeld' }));
  await user.click(dialog.getByRole('button', { name: 'telt mee' }));
  const decided = within(await screen.findByRole('region', { name: 'Besloten' }));
  expect(sent).toEqual([
    ['/arrivals/decide', { date: yesterday, scan: 'a', counts: true, reason: 'Heeft hier gespeeld' }],
  ]);
  expect(decided.getByText('Reden van het besluit: Dubbel')).toBeInTheDocument();
  // The other decision stays possible.
  expect(decided.getByRole('button', { name: 'telt niet mee' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('Er is niets te beslissen.')).toBeInTheDocument());
});

test('a code that names nobody cannot count, and who may not decide has no buttons', async () => {
  const unknown = irregularScan('u', { why: 'unknown', name: null, place: null, holes: null });
  let can_correct = true;
  serveDays((date) => dayOf([], { date, can_correct, irregular: date === today() ? [unknown] : [] }));
  const { queryClient } = openDay('/irregular');
  expect(await screen.findByRole('button', { name: 'telt niet mee' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'telt mee' })).not.toBeInTheDocument();
  expect(screen.getByText('De code noemt niemand en kan dus niet meetellen.')).toBeInTheDocument();
  can_correct = false;
  await queryClient.invalidateQueries();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'telt niet mee' })).not.toBeInTheDocument(),
  );
});
