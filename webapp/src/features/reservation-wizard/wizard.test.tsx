// The whole wizard, against the fake portal.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { emptyDraft } from '@/features/draft/draft.ts';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
import { addDays, longDate } from '@/ui/format.ts';
import { beLoggedIn, networkError, openApp, servePortal, type Portal } from '../../../tests/render.tsx';

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  dispatch({ type: 'reset' });
  beLoggedIn();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const next = () => press('verder');
const orders = (portal: Portal) => portal.calls.filter(({ route }) => route === 'POST /reservations');

/** A free day of the fake portal: no Monday, not the day of the bonus right. */
function freeDay(): string {
  const days = Array.from({ length: 8 }, (_, index) => addDays(today(), index));
  return (
    days.find((day) => !longDate(day).startsWith('maandag') && !longDate(day).startsWith('zaterdag')) ?? ''
  );
}
const dayButton = () => new RegExp(`^${longDate(freeDay())}`);

async function goToCourseStep() {
  const app = openApp('/reservation/players');
  await heading('Met wie speel je?');
  await press('verder, ik speel alleen');
  await user.click(await screen.findByRole('radio', { name: /^18 holes/ }));
  await next();
  await heading('Waar wil je spelen?');
  return app;
}

async function goToOverview() {
  const app = await goToCourseStep();
  await press(/De Zandhoeve/);
  await next();
  await heading('Wanneer wil je spelen?');
  await press(dayButton());
  await next();
  await heading('Controleer je reservering');
  return app;
}

test('books a round for one player, course first', async () => {
  const portal = servePortal();
  await goToOverview();
  expect(screen.getByText('stap 5 van 5')).toBeVisible();
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  expect(terms).toEqual(['Spelers', 'Baan', 'Datum', 'Holes']);
  expect(screen.getByText('Bel tot een uur voor je ronde met de receptie.')).toBeVisible();
  await press('bevestig reservering');

  expect(await screen.findByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Mijn reserveringen' })).toHaveAttribute('href', '/reservations');
  expect(orders(portal)).toHaveLength(1);
  expect(orders(portal)[0]).toMatchObject({
    body: {
      holes: 18,
      golfclub: 'de-zandhoeve',
      players: ['jan.devries@fairway.example'],
      date: freeDay(),
      windowSize: { browser: { width: expect.any(Number) }, device: { height: expect.any(Number) } },
    },
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(getDraft()).toEqual(emptyDraft);
});

test('date first: the clubs are those of that day, and a tap on one opens the next step', async () => {
  const portal = servePortal();
  await goToCourseStep();
  await user.click(screen.getByRole('link', { name: 'kies eerst een datum' }));
  await heading('Wanneer wil je spelen?');
  expect(screen.getByText('stap 3 van 5')).toBeVisible();
  await press(dayButton());
  await next();
  await heading('Waar wil je spelen?');
  await press(/Duinrand/);
  await heading('Controleer je reservering');
  const clubs = portal.calls.filter(({ route }) => route === 'POST /reservations/golfclubs');
  expect(clubs.at(-1)?.body['date']).toBe(freeDay());
  const days = portal.calls.filter(({ route }) => route === 'POST /reservations/availability');
  expect(days[0]?.body['golfclub']).toBeNull();
});

test('a predefined course skips the course step', async () => {
  servePortal();
  const club = { id: 'duinrand', name: 'Golfbaan Duinrand', city: 'Zandvoort', reservation_instruction: '' };
  dispatch({ type: 'predefine-course', club });
  openApp('/reservation/players');
  await press('verder, ik speel alleen');
  await user.click(await screen.findByRole('radio', { name: /^9 holes/ }));
  await next();
  await heading('Wanneer wil je spelen?');
  expect(screen.getByText('stap 3 van 4')).toBeVisible();
});

describe('players', () => {
  test('adds by address and by suggestion; rejects a player who is already added, unknown or not reservable', async () => {
    servePortal();
    openApp('/reservation/players');
    const field = await screen.findByRole('combobox', { name: 'Naam of e-mailadres medespeler' });
    await user.type(field, 'Sanne.Bakker@fairway.example{Enter}');
    const list = screen.getByRole('list', { name: 'Spelers' });
    expect(await within(list).findByText('Sanne Bakker')).toBeVisible();
    expect(screen.getByRole('button', { name: 'verder' })).toBeEnabled();

    await user.type(field, 'sanne.bakker@fairway.example{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('speler is al toegevoegd');
    await user.clear(field);
    await user.type(field, 'niemand@fairway.example{Enter}');
    expect(await screen.findByText('niemand@fairway.example niet gevonden')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'willem.jansen@fairway.example{Enter}');
    expect(await screen.findByText('Willem heeft geen geldig abonnement')).toBeVisible();

    await user.clear(field);
    await user.type(field, 'visser');
    await user.click(await screen.findByRole('option', { name: /Anouk Visser/ }));
    expect(await within(list).findByText('Anouk Visser')).toBeVisible();
  });

  test('the member cannot be removed; the removal of a co-player can be undone', async () => {
    servePortal();
    openApp('/reservation/players');
    await user.click(await screen.findByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: /Sanne Bakker/ }));
    await press('Sanne verwijderen');
    expect(screen.queryByRole('button', { name: 'Jan verwijderen' })).toBeNull();
    expect(screen.getAllByRole('listitem').filter((row) => row.textContent === 'SSanne Bakker')).toHaveLength(
      0,
    );
    await press('ongedaan maken');
    expect(screen.getByRole('button', { name: 'Sanne verwijderen' })).toBeVisible();
  });

  test('former co-players replace the built-in list when the member types', async () => {
    servePortal();
    openApp('/reservation/players');
    const field = await screen.findByRole('combobox');
    await user.click(field);
    expect(await screen.findAllByRole('option')).toHaveLength(5);
    await user.type(field, 'tom');
    expect(screen.queryByRole('option')).toBeNull();
    await user.clear(field);
    await user.type(field, 'SANNE');
    expect(await screen.findByRole('option', { name: /Sanne Bakker/ })).toBeVisible();
  });

  test('an incomplete profile blocks the start and leads to the profile', async () => {
    beLoggedIn('nora.smit@fairway.example');
    servePortal('nora.smit@fairway.example');
    openApp('/reservation/players');
    expect(await screen.findByRole('alert')).toHaveTextContent('Kan geen reservering starten');
    expect(screen.getByRole('link', { name: 'je profiel' })).toHaveAttribute('href', '/profile');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByRole('button', { name: 'verder, ik speel alleen' })).toBeDisabled();
  });

  test.each([
    [false, 'Heeft geen geldig abonnement', 'Je hebt geen geldig abonnement.'],
    [
      true,
      'Heeft deze en volgende maand geen speelrechten meer',
      'Je hebt deze en volgende maand geen speelrechten meer.',
    ],
  ])(
    'a member without rights (subscription: %s) sees why, and what can be bought',
    async (has, reason, text) => {
      const { me, respond } = servePortal();
      const none = { max_holes: 0 };
      const playrights = {
        reservable: false,
        reason,
        this_month: none,
        next_month: none,
        has_subscription: has,
      };
      const body = Object.assign({}, respond('GET', '/users/me', {}, null).body, { playrights });
      servePortal(me.email, { 'GET /users/me': () => ({ status: 200, body }) });
      openApp('/reservation/players');
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'toevoegen' })).toBeNull();
      expect(screen.getByRole('link', { name: 'bekijk je abonnementen' })).toHaveAttribute(
        'href',
        '/subscriptions',
      );
      expect(screen.queryAllByRole('link', { name: 'koop een vrije voucher' })).toHaveLength(has ? 1 : 0);
    },
  );
});

test('a group with a nine-hole player cannot choose eighteen holes, and the player is named', async () => {
  servePortal();
  openApp('/reservation/players');
  await user.click(await screen.findByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: /Pieter van den Berg/ }));
  await next();
  expect(await screen.findByRole('radio', { name: /^18 holes/ })).toBeDisabled();
  expect(screen.getByText('Pieter van den Berg kan maximaal 9 holes spelen.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'verder' })).toBeDisabled();
});

test('the filter searches name, city and keywords; an unavailable club clears the choice', async () => {
  servePortal();
  await goToCourseStep();
  const list = await screen.findByRole('list', { name: 'Banen' });
  await press(/De Zandhoeve/);
  expect(screen.getByRole('button', { name: 'verder' })).toBeEnabled();
  await press(/Maasoever/);
  expect(screen.getByRole('button', { name: /Maasoever/ })).toHaveAccessibleDescription(
    'Deze baan biedt geen 18 holes aan',
  );
  expect(screen.getByRole('button', { name: 'verder' })).toBeDisabled();
  const search = screen.getByRole('searchbox', { name: 'Zoek een baan' });
  await user.type(search, 'TEXEL');
  await waitFor(() => expect(within(list).getAllByRole('button')).toHaveLength(1));
  await user.clear(search);
  await user.type(search, 'heide');
  await waitFor(() => expect(within(list).getAllByRole('button')).toHaveLength(6));
});

describe('confirming', () => {
  test('without answers the confirmation redirects to the reservations', async () => {
    servePortal();
    const { router } = openApp('/reservation/confirm');
    await heading('Mijn reserveringen');
    expect(router.state.location.pathname).toBe('/reservations');
  });

  test('a step without its prerequisites redirects to the first missing step', async () => {
    servePortal();
    const { router } = openApp('/reservation/overview');
    await heading('Met wie speel je?');
    expect(router.state.location.pathname).toBe('/reservation/players');
  });

  test('a rejection stays visible and preserves the answers, and the next attempt is a new order', async () => {
    let attempts = 0;
    servePortal(undefined, {
      'POST /reservations': () =>
        attempts++ === 0
          ? { status: 409, body: { success: false, error: 'De baan is op deze datum volgeboekt' } }
          : { status: 200, body: { success: true, reservation_id: 'x' } },
    });
    await goToOverview();
    await press('bevestig reservering');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Er is een fout opgetreden: De baan is op deze datum volgeboekt');
    expect(alert).toHaveTextContent('Er is niets geboekt');
    expect(getDraft()).toMatchObject({ holes: 18, date: freeDay() });
    expect(getDraft().submission?.rejected).toBe(true);
    await press('opnieuw proberen');
    expect(await screen.findByText('Je reservering is succesvol geplaatst!')).toBeVisible();
    expect(attempts).toBe(2);
  });

  test('a success that cannot be read is a success, with the details of the list', async () => {
    const portal = servePortal(undefined, {
      'POST /reservations': () => {
        const booking = portal.book(0, 0, [portal.me.email]);
        booking.play_date = freeDay();
        return { status: 200, body: ['something else'] };
      },
    });
    await goToOverview();
    await press('bevestig reservering');
    expect(await screen.findByText('Je reservering is succesvol geplaatst!')).toBeVisible();
    expect(await screen.findByText(/^Boekingsnummer/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^in agenda zetten/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'voucher tonen' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/reservations\/[^/]+\/voucher$/),
    );
    expect(getDraft()).toEqual(emptyDraft);
  });

  test('an order with an unknown outcome is sent again under the same key', async () => {
    servePortal(undefined, { 'POST /reservations': () => networkError });
    await goToOverview();
    await press('bevestig reservering');
    expect(await screen.findByRole('alert')).toHaveTextContent('fout bij het maken van de reservering.');
    expect(screen.getByRole('alert')).toHaveTextContent('We weten niet zeker');
    const { submission } = getDraft();
    expect(submission).toMatchObject({ rejected: false });
    const portal = servePortal();
    await press('opnieuw proberen');
    expect(await screen.findByText('Je reservering is succesvol geplaatst!')).toBeVisible();
    expect(orders(portal)).toEqual([expect.objectContaining({ key: submission?.key })]);
  });

  test('a reason about the member addresses the member', async () => {
    servePortal(undefined, {
      'POST /reservations': () => ({
        status: 409,
        body: { success: false, error: 'Heeft op deze datum al een reservering' },
      }),
    });
    await goToOverview();
    await press('bevestig reservering');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Er is een fout opgetreden: je hebt op deze datum al een reservering',
    );
  });

  test('coming back after a success sends no order', async () => {
    const portal = servePortal();
    const { router } = await goToOverview();
    await press('bevestig reservering');
    await screen.findByText('Je reservering is succesvol geplaatst!');
    router.history.back();
    await heading('Met wie speel je?');
    expect(orders(portal)).toHaveLength(1);
    router.history.forward();
    await heading('Mijn reserveringen');
    expect(router.state.location.pathname).toBe('/reservations');
    expect(orders(portal)).toHaveLength(1);
  });

  test('starting again after a success sends no order', async () => {
    const portal = servePortal();
    await goToOverview();
    await press('bevestig reservering');
    await screen.findByText('Je reservering is succesvol geplaatst!');
    await user.click(screen.getByRole('link', { name: 'begin opnieuw' }));
    await heading('Met wie speel je?');
    expect(orders(portal)).toHaveLength(1);
  });
});

test('the link `stop reservering` clears the draft and opens the start', async () => {
  servePortal();
  await goToCourseStep();
  await press(/De Zandhoeve/);
  await user.click(screen.getByRole('link', { name: 'stop reservering' }));
  await heading('Mijn reserveringen');
  expect(getDraft()).toEqual(emptyDraft);
});

test.each([
  [{ status: 500, body: { success: false, error: 'De server rust uit.' } }, 'De server rust uit.'],
  [{ status: 500, body: {} }, 'fout bij het ophalen van speeldata.'],
  [networkError, 'Fout bij het ophalen van speeldata.'],
] as const)('a failure to fetch the days is shown', async (response, sentence) => {
  servePortal(undefined, { 'POST /reservations/availability': () => response });
  await goToCourseStep();
  await press(/De Zandhoeve/);
  await next();
  expect(await screen.findByText(sentence)).toBeVisible();
});
