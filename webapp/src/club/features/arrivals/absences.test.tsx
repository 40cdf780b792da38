import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import { arrived, flight, player } from '../../../../tests/club/daySamples.ts';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';

const daysAgo = (days: number) => addDays(today(), -days);

test('a manager says who did not come, several at once with a reason', async () => {
  const user = userEvent.setup();
  const date = daysAgo(1);
  const flights = [flight('FW-1', '09:10', arrived('Jan'), player('Sanne'), player('Piet'))];
  const clubhouse = serveClub({ days: { [date]: { flights } } });
  openClub(`/?date=${date}`);
  const region = within(await screen.findByRole('region', { name: 'Niet aangekomen' }));
  expect(region.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value)).toEqual([
    'place of Sanne',
    'place of Piet',
  ]);
  await user.click(region.getByRole('button', { name: 'afwezigheid melden' }));
  expect(region.getByText('Kies minstens één speler.')).toBeVisible();
  expect(region.getByText('Kies een reden.')).toBeVisible();
  expect(clubhouse.bodiesOf('POST /absences')).toEqual([]);
  await user.click(region.getByRole('checkbox', { name: 'Sanne' }));
  expect(region.queryByText('Kies minstens één speler.')).toBeNull();
  await user.click(region.getByRole('radio', { name: 'niet verschenen' }));
  await user.click(region.getByRole('button', { name: 'afwezigheid melden' }));
  expect(await region.findByText('Sanne: niet verschenen')).toBeVisible();
  expect(clubhouse.bodiesOf('POST /absences')).toEqual([
    { date, places: ['place of Sanne'], reason: 'no_show' },
  ]);
  expect(region.getAllByRole('checkbox')).toHaveLength(1);
  expect(region.getByText('Sanne is als afwezig gemeld.').closest('[tabindex]')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: /^Piet/ }));
  expect(within(screen.getByRole('dialog')).getByText('Niet aangekomen.')).toBeVisible();
});

test('a refusal about the players is announced and stands at them', async () => {
  const user = userEvent.setup();
  const date = daysAgo(1);
  const sentence = 'Kies 1 tot 100 spelers.';
  serveClub(
    { days: { [date]: { flights: [flight('FW-1', '09:10', player('Sanne'))] } } },
    { 'POST /absences': () => fail(422, sentence, { errors: { places: sentence } }) },
  );
  openClub(`/?date=${date}`);
  const region = within(await screen.findByRole('region', { name: 'Niet aangekomen' }));
  await user.click(region.getByRole('checkbox', { name: 'Sanne' }));
  await user.click(region.getByRole('radio', { name: 'weer' }));
  await user.click(region.getByRole('button', { name: 'afwezigheid melden' }));
  expect(await region.findByRole('alert')).toHaveTextContent(sentence);
  expect(region.getByRole('group', { name: 'Spelers' })).toHaveAccessibleDescription(sentence);
  expect(region.getByRole('checkbox', { name: 'Sanne' })).toBeChecked();
});

test('an objection is marked, and the absence withdrawn with a reason after the days for corrections', async () => {
  const user = userEvent.setup();
  const date = daysAgo(8);
  const absence = {
    reason: 'no_show',
    recorded_at: '2026-11-28T10:12:00+01:00',
    objected_at: '2026-11-28T11:00:00+01:00',
  };
  const flights = [flight('FW-1', '09:10', player('Jan', { absence }))];
  const clubhouse = serveClub({ days: { [date]: { flights } } });
  openClub(`/?date=${date}`);
  expect(await screen.findByText('zegt dat dit niet klopt')).toBeVisible();
  expect(screen.getByText('afwezig')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'afwezigheid van Jan intrekken' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Afwezigheid intrekken' }));
  await user.click(dialog.getByRole('radio', { name: 'Speelde wel' }));
  await user.click(dialog.getByRole('button', { name: 'intrekken' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Niet aangekomen' })).toBeNull());
  expect(clubhouse.bodiesOf('POST /absences/withdraw')).toEqual([
    { date, place: 'place of Jan', reason: 'Speelde wel' },
  ]);
});

test.each([
  ['the desk', 'niet aangekomen', { isDevice: true }, daysAgo(1)],
  ['today', 'aangekomen', {}, today()],
] as const)('%s has no absences', async (_, shown, options, date) => {
  serveClub({ ...options, days: { [date]: { flights: [flight('FW-1', '09:10', player('Jan'))] } } });
  openClub(`/?date=${date}`);
  expect(await screen.findByText(shown)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Niet aangekomen' })).toBeNull();
});
