import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { roundsChanged } from '@/api/rounds.ts';
import { dispatch } from '@/features/draft/draftStore.ts';
import { addDays, longDate, mondayOf } from '@/ui/format.ts';
import { ok } from '../../../tests/mockResponse.ts';
import { beLoggedIn, held, networkError, openApp, servePortal, type Portal } from '../../../tests/render.tsx';
import { violations } from '../../../tests/operator/axe.ts';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const MINUTE_MS = 60_000;

const region = (name: string) => screen.findByRole('region', { name });

function offer(portal: Portal, minutes: number, players = [jan, sanne]) {
  const row = portal.wait(0, addDays(portal.today, 3), players);
  row.state = 'offered';
  row.until = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  return row;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the first screen', () => {
  test('of a member who waits for nothing has no waiting list', async () => {
    const portal = servePortal();
    portal.book(0, 3, [jan]);
    beLoggedIn();
    openApp('/reservations');
    await screen.findByRole('article');
    await waitFor(() => expect(portal.calls.some(({ route }) => route === 'GET /waiting-list')).toBe(true));
    expect(screen.queryByRole('region', { name: 'Wachtlijst' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Er zijn plaatsen vrij' })).toBeNull();
  });

  test('shows each group with how many are before it, and takes it off the list after a question', async () => {
    const user = userEvent.setup();
    const portal = servePortal();
    const row = portal.wait(0, addDays(portal.today, 3), [jan, sanne], 2);
    portal.wait(1, addDays(portal.today, 5), [jan], 0);
    beLoggedIn();
    openApp('/reservations');
    const list = within(await region('Wachtlijst'));
    const card = within(list.getByRole('article', { name: row.club.name }));
    expect(card.getByText('2 groepen voor jullie')).toBeVisible();
    expect(within(card.getByRole('list', { name: 'Spelers' })).getAllByRole('listitem')).toHaveLength(2);
    expect(list.getByText('je bent als eerste aan de beurt')).toBeVisible();
    expect(await violations()).toEqual([]);

    await user.click(card.getByRole('button', { name: 'haal ons van de wachtlijst' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Van de wachtlijst' }));
    expect(dialog.getByRole('button', { name: 'terug' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'ja, van de wachtlijst' }));
    expect(
      await screen.findByText(
        `Jullie staan niet meer op de wachtlijst van ${row.club.name} op ${longDate(row.date)}.`,
      ),
    ).toBeVisible();
    await waitFor(() => expect(list.queryByRole('article', { name: row.club.name })).toBeNull());
    expect(row.state).toBe('stopped');
  });

  test('shows an offer with the rounds below it, not after them', async () => {
    const waits = held();
    const portal = servePortal(undefined, { 'GET /waiting-list': () => waits.response });
    portal.book(0, 3, [jan]);
    offer(portal, 72);
    beLoggedIn();
    openApp('/reservations');
    await screen.findByText('Belangrijk nieuws');
    expect(screen.queryByRole('article')).toBeNull();
    waits.release();
    await region('Er zijn plaatsen vrij');
    expect(screen.getByText('over 3 dagen')).toBeVisible();
  });

  test('has an offer at the top with its end, and one press takes the places', async () => {
    const user = userEvent.setup();
    const portal = servePortal();
    const row = offer(portal, 72);
    beLoggedIn();
    openApp('/reservations');
    const top = within(await region('Er zijn plaatsen vrij'));
    expect(top.getByRole('timer')).toHaveTextContent(/^tot \d\d:\d\d \(nog 1 uur 12 minuten\)$/);
    expect(screen.queryByRole('region', { name: 'Wachtlijst' })).toBeNull();
    expect(await violations()).toEqual([]);
    await user.click(top.getByRole('button', { name: 'plaatsen nemen' }));
    expect(await screen.findByText(/^Gelukt! Je reservering bij/)).toBeVisible();
    expect(await screen.findByRole('article', { name: row.club.name })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(row.state).toBe('taken');
  });

  test('shows who waits to join a round, to them and to who asked', async () => {
    const user = userEvent.setup();
    const portal = servePortal();
    const place = portal.book(0, 3, [jan]).players[0]!.id;
    const row = portal.wait(0, addDays(portal.today, 3), [sanne]);
    row.joins = { by: portal.me, place };
    beLoggedIn();
    const { queryClient } = openApp('/reservations');
    const list = within(await region('Wachtlijst'));
    expect(list.getByText('om mee te spelen met jou')).toBeVisible();
    expect(list.getByText('Sanne is als eerste aan de beurt')).toBeVisible();
    expect(list.getByRole('button', { name: 'haal Sanne van de wachtlijst' })).toBeVisible();
    Object.assign(row, { state: 'offered', until: new Date(Date.now() + MINUTE_MS).toISOString() });
    await act(() => roundsChanged(queryClient));
    const top = within(await region('Er is een plaats vrij'));
    await user.click(top.getByRole('button', { name: 'plaats nemen' }));
    expect(await screen.findByText(/^Gelukt! Sanne speelt mee bij/)).toBeVisible();
    expect(await screen.findByRole('article', { name: row.club.name })).toHaveTextContent('Sanne Bakker');
  });

  test('keeps the place on the list of a group that says `niet nu`', async () => {
    const user = userEvent.setup();
    const portal = servePortal();
    const row = offer(portal, 72);
    beLoggedIn();
    openApp('/reservations');
    await user.click(within(await region('Er zijn plaatsen vrij')).getByRole('button', { name: 'niet nu' }));
    expect(await screen.findByText(/Jullie staan nog op de wachtlijst voor/)).toBeVisible();
    expect(within(await region('Wachtlijst')).getByRole('article', { name: row.club.name })).toBeVisible();
  });

  test('says beside the offer that it ended meanwhile, and shows the group as waiting', async () => {
    const user = userEvent.setup();
    const portal = servePortal();
    const row = offer(portal, 72);
    beLoggedIn();
    openApp('/reservations');
    const top = within(await region('Er zijn plaatsen vrij'));
    row.state = 'waiting';
    await user.click(top.getByRole('button', { name: 'plaatsen nemen' }));
    expect(
      await screen.findByText('Dit aanbod geldt niet meer. Jullie staan nog op de wachtlijst.'),
    ).toBeVisible();
    expect(within(await region('Wachtlijst')).getByRole('article', { name: row.club.name })).toBeVisible();
  });

  test('counts down by the minute and asks what became of the offer when its time is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const portal = servePortal();
    const row = offer(portal, 2);
    beLoggedIn();
    openApp('/reservations');
    const timer = await screen.findByRole('timer');
    expect(timer).toHaveTextContent('(nog 2 minuten)');
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    expect(timer).toHaveTextContent('(nog 1 minuut)');
    row.state = 'waiting';
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    expect(await region('Wachtlijst')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Er zijn plaatsen vrij' })).toBeNull();
  });
});

/** A press on this button is carried out at once, and answered on release. */
function openWithHeldAnswer(name: 'take' | 'leave', change: (row: ReturnType<typeof offer>) => void) {
  const answer = held();
  const sent = { requests: 0 };
  const overrides: Parameters<typeof servePortal>[1] = {};
  const portal = servePortal(undefined, overrides);
  const row = offer(portal, 72);
  overrides[`POST /waiting-list/${row.group}/${name}`] = async () => {
    change(row);
    sent.requests += 1;
    await answer.response;
    return ok();
  };
  beLoggedIn();
  return { row, answer, sent, user: userEvent.setup() };
}

describe('a live update that comes before the answer removes the card, and the result is said all the same', () => {
  test('for an offer that was taken, without moving the focus of who went on', async () => {
    const { answer, sent, user } = openWithHeldAnswer('take', (row) => {
      row.state = 'taken';
    });
    const { queryClient } = openApp('/reservations');
    await user.click(
      within(await region('Er zijn plaatsen vrij')).getByRole('button', { name: 'plaatsen nemen' }),
    );
    await waitFor(() => expect(sent.requests).toBe(1));
    await act(() => roundsChanged(queryClient));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Er zijn plaatsen vrij' })).toBeNull());
    const link = screen.getByRole('link', { name: 'nieuwe reservering' });
    link.focus();
    answer.release();
    expect(await screen.findByText(/^Gelukt! Je reservering bij/)).toBeVisible();
    expect(link).toHaveFocus();
  });

  test('for the last group that was taken off the list', async () => {
    const { row, answer, sent, user } = openWithHeldAnswer('leave', (left) => {
      left.state = 'stopped';
    });
    row.state = 'waiting';
    const { queryClient } = openApp('/reservations');
    await user.click(
      within(await region('Wachtlijst')).getByRole('button', { name: 'haal ons van de wachtlijst' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Van de wachtlijst' }));
    await user.click(dialog.getByRole('button', { name: 'ja, van de wachtlijst' }));
    await waitFor(() => expect(sent.requests).toBe(1));
    await act(() => roundsChanged(queryClient));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer.release();
    expect(await screen.findByText(/^Jullie staan niet meer op de wachtlijst/)).toBeVisible();
  });
});

async function openFullDay(overrides = {}) {
  const user = userEvent.setup();
  const portal = servePortal(undefined, overrides);
  for (let ahead = 0; ahead < 14; ahead++) portal.full.add(addDays(portal.today, ahead));
  beLoggedIn();
  return { user, portal };
}

/** Fills in the players, the holes and the course, and opens the calendar. */
function openCalendar(portal: Portal) {
  const { first_name, prefix, last_name, email } = portal.me;
  const month = { max_holes: 18 };
  const playrights = { reservable: true, reason: '', this_month: month, next_month: month };
  dispatch({ type: 'reset' });
  dispatch({ type: 'join', me: { id: 'm1', first_name, prefix, last_name, email, playrights } });
  dispatch({ type: 'choose-holes', holes: 18 });
  const club = {
    id: 'de-zandhoeve',
    name: 'Golfclub De Zandhoeve',
    city: 'Ermelo',
    reservation_instruction: '',
  };
  dispatch({ type: 'choose-club', club });
  return openApp('/reservation/date');
}

async function pressFullDay(user: ReturnType<typeof userEvent.setup>) {
  const buttons = await screen.findAllByRole('button', {
    description: 'De baan is op deze datum volgeboekt',
  });
  await user.click(buttons[0]!);
  return within(await screen.findByRole('group', { name: 'Dichtstbij vrij' }));
}

describe('a full day in the wizard', () => {
  test('is marked, and offers its waiting list with how that works', async () => {
    const { user, portal } = await openFullDay();
    openCalendar(portal);
    const group = await pressFullDay(user);
    expect(screen.getByText(/volgeboekt, met een wachtlijst/)).toBeVisible();
    await user.click(await group.findByRole('button', { name: 'op de wachtlijst' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Op de wachtlijst' }));
    expect(dialog.getByText(/Wachten kost geen speelrecht/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'ja, op de wachtlijst' }));
    expect(await group.findByText(/Je staat op de wachtlijst van Golfclub De Zandhoeve/)).toBeVisible();
    expect(document.activeElement).toHaveTextContent(/2 groepen voor je/);
    expect(group.getByRole('link', { name: 'Mijn reserveringen' })).toHaveAttribute('href', '/reservations');
    expect(group.queryByRole('button', { name: 'op de wachtlijst' })).toBeNull();
    expect(portal.calls.filter(({ route }) => route === 'POST /waiting-list')).toMatchObject([
      { body: { golfclub: 'de-zandhoeve', holes: 18, players: [jan] }, key: expect.stringMatching(/.{36}/) },
    ]);
  });

  test('repeats a request without an answer under the same key, and a refused one under another', async () => {
    const keys: (string | null)[] = [];
    const answers = [
      networkError,
      { status: 409, body: { success: false, error: 'Heeft op deze datum al een reservering' } },
    ] as const;
    const { user, portal } = await openFullDay({
      'POST /waiting-list': (_: unknown, key: string | null) => {
        keys.push(key);
        return answers[keys.length - 1];
      },
    });
    openCalendar(portal);
    const group = await pressFullDay(user);
    await user.click(await group.findByRole('button', { name: 'op de wachtlijst' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Op de wachtlijst' }));
    const send = () => user.click(dialog.getByRole('button', { name: 'ja, op de wachtlijst' }));
    await send();
    expect(await dialog.findByText(/je komt er maar één keer op/)).toBeVisible();
    await send();
    expect(await dialog.findByText('je hebt op deze datum al een reservering')).toBeVisible();
    await send();
    expect(await group.findByText(/Je staat op de wachtlijst/)).toBeVisible();
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test('that is full by the time of the reservation offers it too', async () => {
    const { user, portal } = await openFullDay();
    portal.full.clear();
    openCalendar(portal);
    // Every club of the mock is closed on Mondays.
    const day = addDays(mondayOf(portal.today), 8);
    const name = longDate(day);
    const target = () => screen.getByRole('button', { name });
    await waitFor(() => expect(target()).not.toHaveAttribute('aria-disabled'));
    await user.click(target());
    portal.full.add(day);
    await user.click(screen.getByRole('button', { name: 'verder' }));
    await user.click(await screen.findByRole('button', { name: 'bevestig reservering' }));
    expect(await screen.findByText(/De baan is op deze datum volgeboekt/)).toBeVisible();
    const group = within(await screen.findByRole('group', { name: 'Dichtstbij vrij' }));
    expect(await group.findByRole('button', { name: 'op de wachtlijst' })).toBeVisible();
  });
});
