// A changed or refused answer: what is kept, where it leads, and what is not asked any more.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { setServerTime, today } from '@/api/clock.ts';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
import { addDays, briefDate, longDate, mondayOf } from '@/ui/format.ts';
import { beLoggedIn, openApp, servePortal, type Portal } from '../../../tests/render.tsx';
import { clubs as samples } from '../../../tests/samples.ts';

const zandhoeve = { id: 'de-zandhoeve', name: 'De Zandhoeve', city: 'Ermelo', reservation_instruction: '' };
const me = {
  id: 'm1',
  email: 'jan.devries@fairway.example',
  first_name: 'Jan',
  prefix: 'de',
  last_name: 'Vries',
  playrights: {
    reservable: true,
    reason: '',
    this_month: { max_holes: 18 },
    next_month: { max_holes: 18 },
  },
};
/** A Tuesday and a Monday after this week: in the fake portal the clubs are closed on Mondays. */
const tuesday = addDays(mondayOf(today()), 8);
const monday = addDays(mondayOf(today()), 7);

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  beLoggedIn();
  dispatch({ type: 'reset' });
  dispatch({ type: 'join', me });
  dispatch({ type: 'choose-holes', holes: 18 });
  dispatch({ type: 'choose-club', club: zandhoeve });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const closedDay = () => screen.getByRole('button', { name: new RegExp(`^${longDate(monday)}`) });
/** Before the days are loaded a press on one does nothing. */
const pressClosedDay = async () => {
  await waitFor(() => expect(closedDay()).toHaveAccessibleDescription('De baan is op maandag gesloten'));
  await user.click(closedDay());
};
const asked = (portal: Portal, path: string) =>
  portal.calls.filter(({ route }) => route === `POST /reservations/${path}`).map(({ body }) => body);

test('a day that passes while the overview is open is asked for again, and nothing is sent', async () => {
  onTestFinished(() => setServerTime(new Date().toISOString()));
  setServerTime(`${tuesday}T22:00:00Z`);
  const portal = servePortal();
  dispatch({ type: 'choose-date', date: today() });
  openApp('/reservation/overview');
  expect(await heading('Controleer je reservering')).toBeVisible();
  const confirm = screen.getByRole('button', { name: 'bevestig reservering' });
  await waitFor(() => expect(confirm).toBeEnabled());
  setServerTime(`${addDays(tuesday, 1)}T23:30:00Z`);
  // Not by `user`: its pointer renders the screen before the click.
  fireEvent.click(confirm);
  expect(await heading('Wanneer wil je spelen?')).toBeVisible();
  expect(screen.getByText('De gekozen dag is niet meer te reserveren.', { exact: false })).toBeVisible();
  expect(portal.calls.filter(({ route }) => route === 'POST /reservations')).toEqual([]);
});

describe('the nearest alternatives', () => {
  test('a pressed day that is closed is explained, and the nearest day keeps every other answer', async () => {
    const portal = servePortal();
    openApp('/reservation/date');
    await pressClosedDay();
    expect(screen.getByText('De baan is op maandag gesloten.', { exact: false })).toBeVisible();
    const offered = await screen.findByRole('group', { name: 'Dichtstbij vrij' });
    expect(asked(portal, 'alternatives')[0]).toEqual({
      holes: 18,
      players: [me.email],
      golfclub: zandhoeve.id,
      date: monday,
    });
    await user.click(within(offered).getByRole('button', { name: /dezelfde baan$/ }));
    expect(getDraft()).toMatchObject({ holes: 18, golfclub: zandhoeve });
    expect(getDraft().date).not.toBeNull();
    expect(screen.queryByRole('group', { name: 'Dichtstbij vrij' })).toBeNull();
    expect(screen.getByText('Gekozen:', { exact: false }).closest('[role="status"]')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'verder' })).toBeEnabled();
    // After a chosen date nothing advances by itself.
    expect(await heading('Wanneer wil je spelen?')).toBeVisible();
  });

  test('the nearest club keeps the pressed day', async () => {
    servePortal();
    openApp('/reservation/date');
    await pressClosedDay();
    await press(/km, dezelfde dag$/);
    expect(getDraft()).toMatchObject({ holes: 18, date: monday });
    expect(getDraft().golfclub?.id).not.toBe(zandhoeve.id);
  });

  test('a club that is closed on the chosen day is offered on another, or another club on that day', async () => {
    const portal = servePortal(undefined, {
      'POST /reservations/golfclubs': ({ date }) => ({
        status: 200,
        body: {
          success: true,
          data: samples.map((club) => {
            const isClosed = club.id === zandhoeve.id && date === monday;
            return { ...club, reservable: !isClosed, reason: isClosed ? 'De baan is gesloten' : '' };
          }),
        },
      }),
    });
    dispatch({ type: 'select-first', selector: 'date' });
    dispatch({ type: 'choose-date', date: monday });
    dispatch({ type: 'choose-club', club: null });
    openApp('/reservation/course');
    const list = within(await screen.findByRole('list', { name: 'Banen' }));
    await user.click(list.getByRole('button', { name: /^Golfclub De Zandhoeve/ }));
    const offered = await screen.findByRole('group', { name: 'Dichtstbij vrij' });
    expect(asked(portal, 'alternatives')[0]).toMatchObject({ golfclub: zandhoeve.id, date: monday });
    expect(within(offered).getByRole('button', { name: /km, dezelfde dag$/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'verder' })).toBeDisabled();

    expect(offered).toHaveTextContent('Golfclub De Zandhoeve is niet te kiezen.');

    await user.click(within(offered).getByRole('button', { name: /dezelfde baan$/ }));
    expect(getDraft()).toMatchObject({ golfclub: { id: zandhoeve.id }, holes: 18 });
    expect(getDraft().date).not.toBe(monday);
    await waitFor(() => expect(screen.getByRole('button', { name: 'verder' })).toBeEnabled());
    expect(screen.queryByRole('group', { name: 'Dichtstbij vrij' })).toBeNull();
  });

  test('another club is taken in place of the pressed one, also in the map', async () => {
    servePortal();
    openApp('/reservation/course');
    const list = within(await screen.findByRole('list', { name: 'Banen' }));
    await user.click(list.getByRole('button', { name: /Maasoever/ }));
    await user.click(screen.getByRole('button', { name: 'kaart' }));
    const offered = await screen.findByRole('group', { name: 'Dichtstbij vrij' });
    await user.click(within(offered).getByRole('button', { name: /km$/ }));
    expect(getDraft().golfclub?.id).not.toBe('maasoever');
    expect(screen.getByRole('button', { name: 'verder' })).toBeEnabled();
    expect(screen.queryByRole('group', { name: 'Dichtstbij vrij' })).toBeNull();
  });

  test('an order that was rejected leads back to the overview with the alternative', async () => {
    dispatch({ type: 'choose-date', date: tuesday });
    const error = 'De baan is op deze datum volgeboekt';
    servePortal(undefined, {
      'POST /reservations': () => ({ status: 409, body: { success: false, error } }),
    });
    openApp('/reservation/confirm');
    await press(/dezelfde baan$/);
    await heading('Controleer je reservering');
    const { date, submission } = getDraft();
    expect(date).not.toBe(tuesday);
    expect(submission).toBeNull();
    expect(briefDate(date ?? '')).not.toBe('');
  });
});

test('a rejection stays the only alert when no alternative can be found', async () => {
  dispatch({ type: 'choose-date', date: tuesday });
  servePortal(undefined, {
    'POST /reservations': () => ({ status: 409, body: { success: false, error: 'Vol' } }),
    'POST /reservations/alternatives': () => ({ status: 500, body: { success: false } }),
  });
  openApp('/reservation/confirm');
  expect(await screen.findByRole('alert')).toHaveTextContent('Er is een fout opgetreden: Vol');
  await waitFor(() => expect(screen.queryByText('Even geduld', { exact: false })).toBeNull());
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

describe('`wijzig` on the overview', () => {
  test('comes straight back when nothing after it became invalid', async () => {
    dispatch({ type: 'choose-date', date: tuesday });
    servePortal();
    openApp('/reservation/overview');
    await press('wijzig holes');
    await user.click(await screen.findByRole('radio', { name: /^9 holes/ }));
    await press('verder');
    await heading('Controleer je reservering');
    expect(screen.getByText('9 holes')).toBeVisible();
  });

  test('leads to the day when the other club is not free on it', async () => {
    dispatch({ type: 'choose-date', date: tuesday });
    const days = Array.from({ length: 21 }, (_, index) => addDays(mondayOf(today()), index));
    const full = { reservable: false, reason: 'volgeboekt', bonus_needed: false, bonus_players: [] };
    const data = Object.fromEntries(days.map((day) => [day, full]));
    servePortal(undefined, {
      'POST /reservations/availability': ({ golfclub }) =>
        golfclub === zandhoeve.id ? undefined : { status: 200, body: { success: true, data } },
    });
    openApp('/reservation/overview');
    await press('wijzig baan');
    await press(/Duinrand/);
    await press('verder');
    await heading('Wanneer wil je spelen?');
    expect(await screen.findByText('Er is geen enkele dag vrij', { exact: false })).toBeVisible();
  });
});

test.each([
  ['/reservation/course', 'golfclubs'],
  ['/reservation/date', 'availability'],
])('%s asks nothing after the draft is gone', async (path, route) => {
  const portal = servePortal();
  openApp(path);
  await screen.findByRole('link', { name: 'stop reservering' });
  await waitFor(() => expect(asked(portal, route)).not.toHaveLength(0));
  await user.click(screen.getByRole('link', { name: 'stop reservering' }));
  await heading('Mijn reserveringen');
  expect(asked(portal, route).filter(({ holes }) => holes === null)).toEqual([]);
});

test('a disabled `verder` says what is missing, and the order link is on the first of the two steps only', async () => {
  dispatch({ type: 'choose-club', club: null });
  servePortal();
  openApp('/reservation/course');
  await screen.findByRole('list', { name: 'Banen' });
  const next = screen.getByRole('button', { name: 'verder' });
  expect(next).toBeDisabled();
  expect(next).toHaveAccessibleDescription('Kies eerst een baan.');
  expect(screen.getByRole('link', { name: 'kies eerst een datum' })).toBeVisible();
  await press(/De Zandhoeve/);
  expect(next).toBeEnabled();
  expect(next).not.toHaveAccessibleDescription();
  await user.click(next);
  await heading('Wanneer wil je spelen?');
  expect(screen.queryByRole('link', { name: /^kies eerst/ })).toBeNull();
});

test('the ticket has the links of the booked round', async () => {
  dispatch({ type: 'choose-date', date: tuesday });
  servePortal();
  openApp('/reservation/confirm');
  expect(await screen.findByText('Je krijgt bericht per e-mail.')).toBeVisible();
  expect(screen.getByText(/^Boekingsnummer/)).toBeVisible();
  expect(await screen.findByRole('link', { name: /^route naar/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /^delen/ })).toBeVisible();
});
