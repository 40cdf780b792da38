import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { roundsChanged } from '@/api/rounds.ts';
import { addDays } from '@/ui/format.ts';
import { ok } from '../../../tests/mockResponse.ts';
import { beLoggedIn, held, openApp, servePortal, type Portal } from '../../../tests/render.tsx';
import { violations } from '../../../tests/operator/axe.ts';
import { members } from '../../../tests/samples.ts';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';

function offer(portal: Portal) {
  const row = portal.wait(0, addDays(portal.today, 3), [sanne, jan]);
  row.state = 'offered';
  row.until = new Date(Date.now() + 7_200_000).toISOString();
  return row;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the offer of the mail has everything and one button, and ends in the confirmation of a booking', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  const row = offer(portal);
  beLoggedIn();
  openApp(`/waiting/${row.group}`);
  expect(await heading('Plaatsen vrij')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: row.club.name })).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Spelers' })).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('timer')).toHaveTextContent('(nog 2 uur)');
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'plaatsen nemen' }));
  expect(await heading('Reservering')).toBeVisible();
  expect(await screen.findByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  expect(screen.getByText('Jij en Sanne krijgen bericht per e-mail.')).toBeVisible();
  expect(await screen.findByRole('link', { name: /^in agenda zetten/ })).toBeVisible();
});

test('a live update that comes before the answer leaves the offer, until the confirmation is there', async () => {
  const answer = held();
  const overrides: Parameters<typeof servePortal>[1] = {};
  const portal = servePortal(undefined, overrides);
  const row = offer(portal);
  overrides[`POST /waiting-list/${row.group}/take`] = async () => {
    row.state = 'taken';
    await answer.response;
    return ok();
  };
  beLoggedIn();
  const { queryClient } = openApp(`/waiting/${row.group}`);
  await userEvent.click(await screen.findByRole('button', { name: 'plaatsen nemen' }));
  await waitFor(() => expect(row.state).toBe('taken'));
  await act(() => roundsChanged(queryClient));
  expect(screen.getByRole('button', { name: 'bezig…' })).toBeVisible();
  expect(await heading('Plaatsen vrij')).toBeVisible();
  answer.release();
  expect(await screen.findByText('Je reservering is succesvol geplaatst!')).toBeVisible();
});

test('an offer that ended before the press is told kindly, with the place on the list', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  const row = offer(portal);
  beLoggedIn();
  openApp(`/waiting/${row.group}`);
  const take = await screen.findByRole('button', { name: 'plaatsen nemen' });
  row.state = 'waiting';
  await user.click(take);
  expect(await screen.findByRole('alert')).toHaveTextContent('Dit aanbod geldt niet meer.');
  expect(await heading('Wachtlijst')).toBeVisible();
  expect(screen.getByText(/Jullie staan nog op de wachtlijst, op dezelfde plek/)).toBeVisible();
});

test.each([
  ['waiting', 'Wachtlijst', /Er zijn nu geen plaatsen voor jullie vrij/],
  ['taken', 'Plaatsen genomen', /jullie reservering staat/],
  ['stopped', 'Wachtlijst', /Jullie staan niet meer op de wachtlijst/],
] as const)('a mail that is opened when the group is %s says so', async (state, title, text) => {
  const portal = servePortal();
  const row = offer(portal);
  row.state = state;
  beLoggedIn();
  openApp(`/waiting/${row.group}`);
  expect(await heading(title)).toBeVisible();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Mijn reserveringen' }).length).toBeGreaterThan(1);
  expect(screen.queryByRole('button', { name: 'plaatsen nemen' })).toBeNull();
  expect(await violations()).toEqual([]);
});

test("another's group is not found", async () => {
  servePortal();
  beLoggedIn();
  openApp('/waiting/00000000-0000-7000-8000-00000000abcd');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze groep staat niet op een wachtlijst.');
});

test('without a session the link leads to the log-in and back', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  const row = offer(portal);
  openApp(`/waiting/${row.group}`);
  await user.type(await screen.findByLabelText('E-mailadres'), jan);
  await user.type(screen.getByLabelText('Wachtwoord'), 'fairway-demo');
  await user.click(screen.getByRole('button', { name: 'inloggen' }));
  expect(await heading('Plaatsen vrij')).toBeVisible();
});

test('an offer to who joins a round of others says whose, and ends with them in it', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  const place = portal.book(0, 3, [sanne, jan]).players[1]!.id;
  const row = portal.wait(0, addDays(portal.today, 3), [jan]);
  row.joins = { by: members.find(({ email }) => email === sanne)!, place };
  Object.assign(row, { state: 'offered', until: new Date(Date.now() + 7_200_000).toISOString() });
  beLoggedIn();
  openApp(`/waiting/${row.group}`);
  expect(await heading('Plaats vrij')).toBeVisible();
  expect(await screen.findByText(/, om mee te spelen met Sanne$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'plaats nemen' }));
  expect(await heading('Plaats genomen')).toBeVisible();
  expect(await screen.findByText(/is genomen: je bent erbij\.$/)).toBeVisible();
});
