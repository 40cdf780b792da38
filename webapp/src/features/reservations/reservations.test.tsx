import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addDays, shortDate } from '@/ui/format.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const anouk = 'anouk.visser@fairway.example';

const club = 'Golfclub De Zandhoeve';

/** Opens the list with one booking of these players, `days` from today, and returns its card. */
async function openWith(players: string[], days: number, overrides = {}) {
  const portal = servePortal(undefined, overrides);
  const booking = portal.book(0, days, players);
  beLoggedIn();
  openApp('/reservations');
  const card = await screen.findByRole('article', { name: booking.club.name });
  return { portal, booking, card: within(card), user: userEvent.setup() };
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a card', () => {
  test('opens files beside the installed app, whose window has no way back', async () => {
    window.matchMedia = (query) =>
      ({ matches: query.includes('standalone'), addEventListener: () => {} }) as never;
    const { card, user } = await openWith([jan, sanne], 3);
    const opened = [
      ['meer', `Ronde bij ${club}`, ['voucher downloaden', 'alle vouchers downloaden', /^in agenda/]],
      [/^Sanne Bakker/, 'Sanne Bakker', ['voucher van Sanne']],
    ] as const;
    for (const [button, title, links] of opened) {
      await user.click(card.getByRole('button', { name: button }));
      const sheet = await dialog(title);
      for (const name of links) {
        expect(sheet.getByRole('link', { name })).toHaveAttribute('target', '_blank');
      }
      await user.click(sheet.getByRole('button', { name: 'terug' }));
    }
  });

  test('of a group master has every action, in words and one press away', async () => {
    const { card, portal, user } = await openWith([jan, sanne], 3);
    expect(card.getByText(shortDate(addDays(portal.today, 3)))).toBeVisible();
    expect(card.getByText('18 holes')).toBeVisible();
    expect(within(card.getByRole('list', { name: 'Spelers' })).getAllByRole('listitem')).toHaveLength(2);
    expect(card.getByRole('link', { name: 'speler toevoegen' })).toBeVisible();
    expect(card.getByRole('link', { name: 'bel de club' })).toHaveAttribute('href', 'tel:0341000228');

    await user.click(card.getByRole('button', { name: 'meer' }));
    const more = await dialog(`Ronde bij ${club}`);
    expect(more.getByRole('link', { name: 'voucher downloaden' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/vouchers\//),
    );
    expect(more.getByRole('link', { name: 'alle vouchers downloaden' })).toBeVisible();
    expect(more.getByRole('button', { name: /^delen/ })).toBeVisible();
    await user.click(more.getByRole('button', { name: 'terug' }));

    await user.click(card.getByRole('button', { name: 'Sanne Bakker' }));
    const hers = await dialog('Sanne Bakker');
    expect(hers.getByRole('button', { name: 'Sanne verwijderen' })).toBeVisible();
    expect(hers.getByRole('link', { name: 'Sanne wisselen' })).toBeVisible();
    await user.click(hers.getByRole('button', { name: 'terug' }));

    await user.click(card.getByRole('button', { name: /^Jan de Vries.*groepsleider/ }));
    const own = await dialog('Jan de Vries');
    expect(own.getByText(/^Jij bent de groepsleider/)).toBeVisible();
    expect(own.queryByRole('button', { name: 'Jan verwijderen' })).toBeNull();
    expect(own.getByRole('link', { name: 'jezelf wisselen' })).toBeVisible();
    await user.click(own.getByRole('button', { name: 'annuleren' }));
    expect(await dialog('Reservering annuleren')).toBeDefined();
  });

  test('of a co-player has no actions for the others and no vouchers of theirs', async () => {
    const { card, user } = await openWith([sanne, jan], 3);
    const players = within(card.getByRole('list', { name: 'Spelers' }));
    expect(players.getByRole('button')).toHaveAccessibleName('Jan de Vries jij');
    await user.click(players.getByRole('button'));
    const own = await dialog('Jan de Vries');
    expect(own.getByRole('link', { name: 'jezelf wisselen' })).toBeVisible();
    expect(own.queryByText(/groepsleider/)).toBeNull();
    await user.click(own.getByRole('button', { name: 'terug' }));
    await user.click(card.getByRole('button', { name: 'meer' }));
    expect(
      (await dialog(`Ronde bij ${club}`)).queryByRole('link', { name: 'alle vouchers downloaden' }),
    ).toBeNull();
  });

  test('of a full day offers no place, but the waiting list for a co-player', async () => {
    const portal = servePortal();
    const booking = portal.book(0, 3, [jan, sanne]);
    portal.full.add(booking.play_date);
    beLoggedIn();
    openApp('/reservations');
    const card = within(await screen.findByRole('article', { name: club }));
    expect(card.getByText('de baan is vol')).toBeVisible();
    expect(card.queryByRole('link', { name: 'speler toevoegen' })).toBeNull();
    expect(card.getByRole('link', { name: 'zet een medespeler op de wachtlijst' })).toHaveAttribute(
      'href',
      `/reservations/${booking.players[0]!.id}/addplayer`,
    );
  });

  test('copies the number of the booking', async () => {
    const { card, user } = await openWith([jan, sanne], 3);
    await user.click(card.getByRole('button', { name: 'boekingsnummer kopiëren' }));
    const number = /Boekingsnummer (\d{4}-\d{4}), per/.exec(document.body.textContent)?.[1];
    expect(await navigator.clipboard.readText()).toBe(number);
  });

  test('tells from the day before when the sun rises and sets, and when one starts', async () => {
    const { card } = await openWith([jan], 1);
    expect(await card.findByText(/^Zon op \d?\d:\d\d, onder \d\d:\d\d$/)).toBeVisible();
    expect(card.getByText('Starttijden van 8.00 tot 16.30 uur')).toBeVisible();
  });

  test('tells nothing of that earlier', async () => {
    const { card } = await openWith([jan], 2);
    expect(card.queryByText('Starttijden van 8.00 tot 16.30 uur')).toBeNull();
    expect(card.queryByText(/^Zon op/)).toBeNull();
  });

  test('of a full group has no link to add a player', async () => {
    const { card } = await openWith([jan, sanne, anouk, 'tom.mulder@fairway.example'], 3);
    expect(card.queryByRole('link', { name: 'speler toevoegen' })).toBeNull();
  });

  test('strikes a cancelled player through', async () => {
    const { card, user } = await openWith([jan, sanne], 3);
    await user.click(card.getByRole('button', { name: 'Sanne Bakker' }));
    await user.click((await dialog('Sanne Bakker')).getByRole('button', { name: 'Sanne verwijderen' }));
    await user.click((await dialog('Speler verwijderen')).getByRole('button', { name: 'ja, verwijderen' }));
    expect(await screen.findByText('Sanne is uit de reservering verwijderd.')).toBeVisible();
    expect(screen.getByText('Sanne Bakker').tagName).toBe('S');
    expect(screen.queryByRole('button', { name: /^Sanne/ })).toBeNull();
  });
});

describe('cancelling', () => {
  test('a co-player can cancel only their own place', async () => {
    const { card, user, portal, booking } = await openWith([sanne, jan], 3);
    await user.click(card.getByRole('button', { name: /annuleren/ }));
    const cancelDialog = await dialog('Reservering annuleren');
    expect(cancelDialog.queryByRole('button', { name: 'hele groep' })).toBeNull();
    expect(cancelDialog.queryByText(/je medespelers blijven staan/)).toBeNull();
    expect(cancelDialog.queryByText(/je speelrecht vervalt/)).toBeNull();
    expect(cancelDialog.getByRole('button', { name: 'terug' })).toHaveFocus();
    await user.click(cancelDialog.getByRole('button', { name: 'alleen mijn reservering' }));
    expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(portal.calls.some(({ route }) => route === 'POST /reservations/:id/cancel')).toBe(true);
    expect(booking.players.map((player) => player.cancelled)).toEqual([false, true]);
  });

  test('the master of a group can cancel their own place or the whole group', async () => {
    const { card, user, booking } = await openWith([jan, sanne], 3);
    await user.click(card.getByRole('button', { name: /annuleren/ }));
    const cancelDialog = await dialog('Reservering annuleren');
    expect(cancelDialog.getByText(/je medespelers blijven staan/)).toBeVisible();
    const consequence = /Dan speelt ook Sanne niet; Sanne krijgt bericht\. Ieders speelrecht komt weer vrij/;
    expect(cancelDialog.getByText(consequence)).toBeVisible();
    await user.click(cancelDialog.getByRole('button', { name: 'hele groep' }));
    expect(await screen.findByText(/voor de hele groep geannuleerd/)).toBeVisible();
    expect(booking.players.every((player) => player.cancelled)).toBe(true);
  });

  test('on the play date only whom the master added has the right back', async () => {
    const { card, user } = await openWith([jan, sanne, anouk], 0);
    await user.click(card.getByRole('button', { name: /annuleren/ }));
    const text =
      /Dan spelen ook Sanne en Anouk niet; zij krijgen bericht\. Ieders speelrecht vervalt, behalve/;
    expect((await dialog('Reservering annuleren')).getByText(text)).toBeVisible();
  });

  test('a single player has no group to cancel', async () => {
    const { card, user } = await openWith([jan], 3);
    await user.click(card.getByRole('button', { name: /annuleren/ }));
    expect((await dialog('Reservering annuleren')).queryByRole('button', { name: 'hele groep' })).toBeNull();
  });

  test('on the play date the dialog warns that the play right is forfeited', async () => {
    const { card, user } = await openWith([jan], 0);
    await user.click(card.getByRole('button', { name: /annuleren/ }));
    const cancelDialog = await dialog('Reservering annuleren');
    expect(cancelDialog.getByText(/je speelrecht vervalt/)).toBeVisible();
    await user.click(cancelDialog.getByRole('link', { name: 'Wissel met een andere speler' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Speler wisselen' })).toBeVisible();
  });

  test('the button `terug` cancels nothing', async () => {
    const { card, user, booking } = await openWith([jan], 3);
    await user.click(card.getByRole('button', { name: /annuleren/ }));
    await user.click((await dialog('Reservering annuleren')).getByRole('button', { name: 'terug' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(booking.players[0]?.cancelled).toBe(false);
  });

  test('a rejection is shown in the dialog', async () => {
    const rejection = { status: 409, body: { success: false, error: 'De ronde is al gespeeld.' } };
    const portal = servePortal();
    const booking = portal.book(0, 3, [jan]);
    const overrides = { [`POST /reservations/${booking.players[0]?.id}/cancel`]: () => rejection };
    const { card, user } = await openWith([jan], 3, overrides);
    await user.click(card.getByRole('button', { name: /annuleren/ }));
    const cancelDialog = await dialog('Reservering annuleren');
    await user.click(cancelDialog.getByRole('button', { name: 'alleen mijn reservering' }));
    expect(await cancelDialog.findByRole('alert')).toHaveTextContent('De ronde is al gespeeld.');
  });
});

describe('the list', () => {
  test.each([
    [{ status: 500, body: { success: false, error: 'Even niet.' } }, 'Even niet.'],
    [{ status: 500, body: {} }, 'fout bij het ophalen van reserveringen'],
    [networkError, 'Netwerkfout bij het ophalen van reserveringen.'],
  ] as const)('shows why it cannot be fetched', async (response, sentence) => {
    servePortal(undefined, { 'GET /reservations': () => response });
    beLoggedIn();
    openApp('/reservations');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Fout bij het ophalen van reserveringen:');
    expect(alert).toHaveTextContent(sentence);
  });

  test('important news can be dismissed permanently', async () => {
    const user = userEvent.setup();
    const portal = servePortal();
    beLoggedIn();
    openApp('/reservations');
    const news = await screen.findByRole('region', { name: 'Belangrijk nieuws' });
    await user.click(within(news).getByRole('button', { name: 'niet meer tonen' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Belangrijk nieuws' })).toBeNull());
    const dismissals = portal.calls.filter(({ route }) => route === 'POST /news/important/dismiss');
    expect(dismissals.map(({ body }) => body)).toEqual([{ id: 'n1' }]);
  });

  test('news that cannot be fetched does not delay the list', async () => {
    servePortal(undefined, { 'GET /news/important': () => ({ status: 500, body: {} }) });
    beLoggedIn();
    openApp('/reservations');
    expect(await screen.findByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
