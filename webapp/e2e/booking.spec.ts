// A complete booking for one to four players, course or date first: it is placed, shown and cancelled.
import { logInByApi } from './session.ts';
import {
  addPlayer,
  apiClientFor,
  cancelUpcomingRounds,
  card,
  chooseClub,
  chooseDay,
  chooseHoles,
  heading,
  longDate,
  member,
  next,
  shortDate,
} from './support.ts';
import { expect, test } from './test.ts';

// Members have the service worker from their second page on.
test.use({ serviceWorkers: 'allow' });

const coPlayers = [
  { email: member('eva.degroot'), name: 'Eva de Groot' },
  { email: member('bram.bos'), name: 'Bram Bos' },
  { email: member('iris.vos'), name: 'Iris Vos' },
];
// One master per group size: each member can look up at most twenty players a minute.
const masters = ['lotte.smit', 'daan.meijer', 'karin.schouten', 'rob.vandam'].map(member);
const club = { id: 'wilgenhoek-amersfoort', name: 'Golfclub De Wilgenhoek' };

for (const [coPlayerCount, master] of masters.entries()) {
  const size = coPlayerCount + 1;
  for (const order of ['course', 'date'] as const) {
    const tag = size === 2 ? '@days' : [];
    test(`books for ${size}, ${order} first, and cancels`, { tag }, async ({ page, request }) => {
      const others = coPlayers.slice(0, coPlayerCount);
      const allEmails = [master, ...others.map(({ email }) => email)];
      await cancelUpcomingRounds(request, allEmails);
      const api = await logInByApi(page, request, master);
      const date = (await api.freeDays(club.id, allEmails))[size] ?? '';

      await page.goto('/');
      await page.getByRole('link', { name: 'nieuwe reservering' }).click();
      await expect(heading(page, 'Met wie speel je?')).toBeVisible();
      await expect(page.getByText('stap 1 van 5')).toBeVisible();
      for (const { email, name } of others) await addPlayer(page, email, name);
      await chooseHoles(page, 18);
      if (order === 'date') {
        await page.getByRole('link', { name: 'kies eerst een datum' }).click();
        await chooseDay(page, date);
        await chooseClub(page, club.name);
      } else {
        await chooseClub(page, club.name);
        await next(page);
        await chooseDay(page, date);
      }

      await expect(heading(page, 'Controleer je reservering')).toBeVisible();
      await expect(page.getByRole('definition').filter({ hasText: longDate(date) })).toBeVisible();
      await page.getByRole('button', { name: 'bevestig reservering' }).click();
      await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();

      await page.getByRole('main').getByRole('link', { name: 'Mijn reserveringen' }).click();
      const booked = card(page, club.name);
      await expect(booked.getByText(shortDate(date))).toBeVisible();
      await expect(booked.getByText('18 holes')).toBeVisible();
      await expect(booked.getByRole('list', { name: 'Spelers' }).getByRole('listitem')).toHaveCount(size);
      await expect(booked.getByRole('link', { name: 'speler toevoegen' })).toHaveCount(size < 4 ? 1 : 0);

      await booked.getByRole('button', { name: 'annuleren' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reservering annuleren' });
      await dialog.getByRole('button', { name: size > 1 ? 'hele groep' : 'alleen mijn reservering' }).click();
      await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
      for (const email of allEmails)
        expect(await (await apiClientFor(request, email)).upcoming()).toEqual([]);
    });
  }
}

test('the master removes one player, then cancels only their own place; the other player keeps theirs', async ({
  page,
  request,
}) => {
  const [master, first, second] = [member('thijs.peters'), member('noor.hendriks'), member('sem.dekker')];
  const allEmails = [master, first, second];
  await cancelUpcomingRounds(request, allEmails);
  const api = await logInByApi(page, request, master);
  const date = (await api.freeDays(club.id, allEmails))[0] ?? '';
  await api.book({ holes: 18, golfclub: club.id, players: allEmails, date });

  await page.goto('/reservations');
  const booked = card(page, club.name);
  await booked.getByRole('button', { name: /^Noor/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Noor verwijderen' }).click();
  const removeDialog = page.getByRole('dialog', { name: 'Speler verwijderen' });
  await removeDialog.getByRole('button', { name: 'ja, verwijderen' }).click();
  await expect(booked.getByRole('listitem').filter({ hasText: 'Noor' })).toContainText('geannuleerd');
  await expect(booked.getByRole('button', { name: /^Noor/ })).toHaveCount(0);

  await booked.getByRole('button', { name: 'annuleren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reservering annuleren' });
  await expect(dialog).toContainText('je medespelers blijven staan');
  await dialog.getByRole('button', { name: 'alleen mijn reservering' }).click();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();

  expect(await (await apiClientFor(request, first)).upcoming()).toEqual([]);
  const remaining = await (await apiClientFor(request, second)).upcoming();
  expect(remaining).toHaveLength(1);
  await cancelUpcomingRounds(request, [second]);
});

test('a co-player sees the round of the group and can cancel their own place', async ({ page, request }) => {
  const [master, coPlayer] = [member('julia.brouwer'), member('luuk.dewit')];
  await cancelUpcomingRounds(request, [master, coPlayer]);
  const api = await apiClientFor(request, master);
  const date = (await api.freeDays(club.id, [master, coPlayer]))[0] ?? '';
  await api.book({ holes: 9, golfclub: club.id, players: [master, coPlayer], date });

  await logInByApi(page, request, coPlayer);
  await page.goto('/reservations');
  const booked = card(page, club.name);
  // Only oneself: nothing can be done with the others.
  await expect(booked.getByRole('list', { name: 'Spelers' }).getByRole('button')).toHaveAccessibleName(
    /jij$/,
  );
  await booked.getByRole('button', { name: 'annuleren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reservering annuleren' });
  await expect(dialog.getByRole('button', { name: 'hele groep' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'alleen mijn reservering' }).click();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  await cancelUpcomingRounds(request, [master]);
});

test('two taps fill a flight of four that played before; a favourite stays one', async ({
  page,
  request,
}) => {
  const [rob, karin] = [member('rob.vandam'), member('karin.schouten')];
  const api = await logInByApi(page, request, rob);
  const unmarked = await request.post('/api/users/me/favourites', {
    headers: { authorization: `Bearer ${api.token}` },
    data: { email: karin, favourite: false },
  });
  expect(unmarked.ok(), await unmarked.text()).toBe(true);

  await page.goto('/reservations');
  await page.getByRole('link', { name: 'nieuwe reservering' }).click();
  const flight = page.getByRole('button', { name: /^vaste flight/ });
  await flight
    .filter({ hasText: 'Henk' })
    .filter({ hasText: 'Karin' })
    .filter({ hasText: 'Marijke' })
    .click();
  const seats = page.getByRole('list', { name: 'Spelers' });
  await expect(seats.getByRole('button', { name: /verwijderen$/ })).toHaveCount(3);
  await expect(page.getByText('Het maximaal aantal spelers voor deze boeking is bereikt.')).toBeVisible();

  const star = page.getByRole('button', { name: 'Karin als favoriet bewaren' });
  const stored = page.waitForResponse('**/api/users/me/favourites');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await stored;
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  const chips = page.getByRole('group', { name: 'Je speelde met' });
  await expect(chips.getByRole('button', { name: 'Karin Schouten, favoriet' })).toBeVisible();
});

test('on a phone the list of suggestions is as wide as the screen, each address on one line', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInByApi(page, request, member('jan.devries'));
  await page.goto('/reservation/players');
  await page.getByRole('combobox', { name: 'E-mailadres medespeler' }).fill('fairway');
  const list = page.getByRole('listbox', { name: 'Suggesties' });
  await expect(list.getByRole('option').first()).toBeVisible();
  expect((await list.boundingBox())?.width).toBe(390);
  for (const address of await list.getByText('@fairway.example').all()) {
    expect((await address.boundingBox())?.height).toBeLessThan(30);
  }
});
