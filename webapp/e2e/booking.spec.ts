// The main job, end to end: build a reservation for one to four players in either order, see it, cancel it.
import { expect, test } from '@playwright/test';
import { beMember } from './session.ts';
import {
  addPlayer,
  apiOf,
  card,
  chooseClub,
  chooseDay,
  chooseHoles,
  heading,
  longDate,
  member,
  next,
  shortDate,
  withoutRounds,
} from './support.ts';

// As members have it, from their second page on.
test.use({ serviceWorkers: 'allow' });

const companions = [
  { email: member('eva.degroot'), name: 'Eva de Groot' },
  { email: member('bram.bos'), name: 'Bram Bos' },
  { email: member('iris.vos'), name: 'Iris Vos' },
];
// A master per size: looking players up is limited to twenty a minute for each member.
const masters = ['lotte.smit', 'daan.meijer', 'karin.schouten', 'rob.vandam'].map(member);
const club = { id: 'wilgenhoek-amersfoort', name: 'Golfclub De Wilgenhoek' };

for (const [companionsAsked, master] of masters.entries()) {
  const size = companionsAsked + 1;
  for (const order of ['course', 'date'] as const) {
    test(`books for ${size}, ${order} first, and cancels`, async ({ page, request }) => {
      const others = companions.slice(0, companionsAsked);
      const everybody = [master, ...others.map(({ email }) => email)];
      await withoutRounds(request, everybody);
      const api = await beMember(page, request, master);
      const date = (await api.freeDays(club.id, everybody))[size] ?? '';

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
      for (const email of everybody) expect(await (await apiOf(request, email)).upcoming()).toEqual([]);
    });
  }
}

test('the master takes one player out and then leaves alone; the others stay', async ({ page, request }) => {
  const [master, first, second] = [member('thijs.peters'), member('noor.hendriks'), member('sem.dekker')];
  const everybody = [master, first, second];
  await withoutRounds(request, everybody);
  const api = await beMember(page, request, master);
  const date = (await api.freeDays(club.id, everybody))[0] ?? '';
  await api.book({ holes: 18, golfclub: club.id, players: everybody, date });

  await page.goto('/reservations');
  const booked = card(page, club.name);
  await booked.getByRole('button', { name: 'Noor verwijderen' }).click();
  const removal = page.getByRole('dialog', { name: 'Speler verwijderen' });
  await removal.getByRole('button', { name: 'ja, verwijderen' }).click();
  await expect(booked.getByRole('listitem').filter({ hasText: 'Noor' })).toContainText('geannuleerd');
  await expect(booked.getByRole('button', { name: 'Noor verwijderen' })).toHaveCount(0);

  await booked.getByRole('button', { name: 'annuleren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reservering annuleren' });
  await expect(dialog).toContainText('je medespelers blijven staan');
  await dialog.getByRole('button', { name: 'alleen mijn reservering' }).click();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();

  expect(await (await apiOf(request, first)).upcoming()).toEqual([]);
  const left = await (await apiOf(request, second)).upcoming();
  expect(left).toHaveLength(1);
  await withoutRounds(request, [second]);
});

test('a guest sees the round of the group and may leave it', async ({ page, request }) => {
  const [master, guest] = [member('julia.brouwer'), member('luuk.dewit')];
  await withoutRounds(request, [master, guest]);
  const api = await apiOf(request, master);
  const date = (await api.freeDays(club.id, [master, guest]))[0] ?? '';
  await api.book({ holes: 9, golfclub: club.id, players: [master, guest], date });

  await beMember(page, request, guest);
  await page.goto('/reservations');
  const booked = card(page, club.name);
  await expect(booked.getByRole('button', { name: /verwijderen/ })).toHaveCount(0);
  await booked.getByRole('button', { name: 'annuleren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reservering annuleren' });
  await expect(dialog.getByRole('button', { name: 'hele groep' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'alleen mijn reservering' }).click();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  await withoutRounds(request, [master]);
});
