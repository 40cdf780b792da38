// Carries out every tap of a booking, and the taps and keys of every other screen, for a member with long lists, and
// answers how long each kept the member waiting.
import { Interactions, openPhone } from './interactions.mjs';
import { startLongLists } from './long-lists.mjs';
import { logInToApi, PASSWORD } from './member-api.mjs';

const ME = 'jan.devries@fairway.example';
const CO_PLAYERS = ['eva.degroot', 'bram.bos', 'iris.vos'].map((name) => `${name}@fairway.example`);
const CLUB = { id: 'wilgenhoek-amersfoort', name: 'Golfclub De Wilgenhoek' };

/** For each interaction one time in milliseconds per run. */
export async function interactionTimes(browser, portal, runs) {
  const lists = await startLongLists(portal);
  const times = new Map();
  const record = (name, milliseconds) => times.set(name, [...(times.get(name) ?? []), milliseconds]);
  try {
    for (let n = 0; n < runs; n += 1) {
      const api = await logInToApi(portal, ME);
      await api.cancelAll();
      const group = { holes: 18, golfclub: CLUB.id, players: [ME, ...CO_PLAYERS] };
      await api.book(group, (await api.freeDays(group)).at(-1));
      const { context, page } = await openPhone(browser);
      try {
        const interactions = new Interactions(page, record);
        await page.goto(`${lists.address}/auth/login`);
        for (const journey of [logIn, rounds, history, courses, otherScreens, booking]) {
          await journey(page, interactions);
        }
      } finally {
        await context.close();
        await api.cancelAll();
      }
    }
  } finally {
    lists.end();
  }
  return [...times].map(([name, milliseconds]) => ({ name, milliseconds }));
}

async function logIn(page, on) {
  on.screen('log-in');
  await on.tap('the address', page.getByLabel('E-mailadres'));
  await on.press('a letter of the address', 'j');
  await page.getByLabel('E-mailadres').fill(ME);
  await on.tap('the password', page.getByLabel('Wachtwoord'));
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await on.tap('log in', button(page, 'inloggen'), heading(page, 'Mijn reserveringen'));
  await rows(page).nth(100).waitFor({ state: 'attached' });
}

async function rounds(page, on) {
  on.screen('rounds');
  await on.tap('menu', button(page, 'Menu'));
  await on.tap('menu, closed', button(page, 'Menu'));
  const dialog = page.getByRole('dialog');
  await on.tap('cancel', button(rows(page).first(), 'annuleren'), dialog);
  await on.tap('cancel, back', button(dialog, 'terug'));
  await on.tap('cancel the hundredth', button(rows(page).nth(99), 'annuleren'), dialog);
  await on.tap('cancel the hundredth, back', button(dialog, 'terug'));
  const players = rows(page).first().getByRole('list', { name: 'Spelers' });
  await on.tap('a player', players.getByRole('button').nth(1), dialog);
  const removal = page.getByRole('dialog', { name: 'Speler verwijderen' });
  await on.tap('remove a player', button(dialog, /verwijderen$/), removal);
  await on.tap('remove a player, back', button(dialog, 'terug'));
  await on.tap('dark', button(page, 'Donkere weergave'));
  await on.tap('light', button(page, 'Donkere weergave'));
  await on.tap('history', link(page, 'Speelhistorie'), heading(page, 'Speelhistorie'));
}

async function history(page, on) {
  on.screen('history');
  await rows(page).first().waitFor();
  while ((await page.getByText('Dit zijn al je rondes.').count()) === 0) {
    await page.mouse.wheel(0, 4000);
    await page.waitForTimeout(100);
  }
  await rows(page).nth(100).waitFor({ state: 'attached' });
  await on.tap('menu', button(page, 'Menu'));
  await on.tap('menu, closed', button(page, 'Menu'));
  await on.tap('dark', button(page, 'Donkere weergave'));
  await on.tap('light', button(page, 'Donkere weergave'));
  await on.tap('rounds', link(page.getByRole('main'), 'Mijn reserveringen'), heading(page, 'Mijn reserveringen'));
  await page.goBack();
  await rows(page).nth(100).waitFor({ state: 'attached' });
  await on.tap('book again', button(rows(page).first(), /^Opnieuw boeken/), page.getByRole('grid'));
}

async function courses(page, on) {
  await openByMenu(page, on, 'Baaninformatie', 'Baaninformatie');
  await rows(page).nth(100).waitFor({ state: 'attached' });
  await search(page, on);
  await on.tap('filters', button(page, 'volgorde en filters'), page.getByLabel('Volgorde', { exact: true }));
  await on.tap('a filter', page.getByLabel('alleen met rondes over'));
  await on.tap('no filters', button(page, 'wis filters'));
  await page.getByLabel('Holes').focus();
  await on.press('a number of holes', 'ArrowDown');
  await on.tap('filters, closed', button(page, /^toon/));
  await on.tap('a club', rows(page).first().getByRole('link').first(), heading(page, /^Golf/));
  on.screen('club');
  await page.goBack();
  await rows(page).nth(100).waitFor({ state: 'attached' });
  on.screen('courses');
  await on.tap('reserve', button(rows(page).first(), /reserveer bij/), heading(page, 'Verder met je reservering?'));
  await on.tap('begin again', button(page, 'begin opnieuw'), heading(page, 'Met wie speel je?'));
  await page.getByText('stop reservering').click();
}

/** The letters of a search, each of which leaves another part of the clubs. */
async function search(page, on) {
  await on.tap('search', page.getByRole('searchbox', { name: 'Zoek een baan' }));
  await on.press('the first letter', 'e');
  await on.press('the second letter', 'n');
  await on.press('the second letter, removed', 'Backspace');
  await on.press('the first letter, removed', 'Backspace');
}

async function otherScreens(page, on) {
  await openByMenu(page, on, 'Nieuwsberichten', 'Nieuwsberichten');
  await openByMenu(page, on, 'Veelgestelde vragen', 'Veelgestelde vragen');
  const question = page.getByRole('main').getByRole('button').first();
  await on.tap('a question', question);
  await on.tap('a question, closed', question);
  await on.tap('search', page.getByRole('searchbox'));
  for (const letter of 'baan') await on.press(`the letter ${letter}`, letter);
  await openByMenu(page, on, "Abo's & extra's", "Abo's & extra's");
  await page.goto(new URL('/vouchers/buy', page.url()).href);
  on.screen('buying a voucher');
  await on.tap('a way to pay', page.getByText('Creditcard'));
  await openByMenu(page, on, 'Profiel', 'Profiel');
  await page.getByLabel('Handicap').focus();
  await on.press('a digit of the handicap', '1');
  await on.tap('save', button(page, 'opslaan'));
  await openByMenu(page, on, 'Contact', 'Contact');
}

async function booking(page, on) {
  await openByMenu(page, on, 'Reserveren', 'Met wie speel je?');
  on.screen('booking, players');
  const field = page.getByRole('combobox', { name: 'E-mailadres medespeler' });
  await on.tap('the address', field);
  await on.press('the first letter', 's');
  await on.press('the second letter', 'a');
  await field.fill(CO_PLAYERS[0]);
  await on.tap('add', button(page, 'toevoegen'), page.getByRole('list', { name: 'Spelers' }).getByText('Eva'));
  await on.tap('on', button(page, 'verder'), heading(page, 'Hoeveel holes?'));

  on.screen('booking, holes');
  await on.tap('9', page.getByText('9 holes', { exact: true }));
  await on.tap('18', page.getByText('18 holes'));
  await on.tap('on', button(page, 'verder'), heading(page, 'Waar wil je spelen?'));

  on.screen('booking, course');
  const clubs = page.getByRole('list', { name: 'Banen' });
  await clubs.getByRole('listitem').nth(100).waitFor({ state: 'attached' });
  await search(page, on);
  await on.tap('filters', button(page, 'volgorde en filters'), page.getByLabel('Vrij op'));
  await page.getByLabel('Vrij op').focus();
  const answered = page.waitForResponse(/\/reservations\/golfclubs$/);
  await on.press('a free day', 'ArrowDown');
  await answered;
  await on.press('every day again', 'ArrowUp');
  await on.tap('filters, closed', button(page, /^toon/));
  await on.tap('the map', button(page, 'kaart'), page.locator('.leaflet-marker-icon').first());
  await on.tap('the list', button(page, 'lijst'), clubs);
  const club = clubs.getByRole('button', { name: new RegExp(`^${CLUB.name} Amersfoort`) });
  await on.tap('a club that is full', clubs.getByRole('button', { name: /biedt geen 18/ }).first());
  await on.tap('a club', club);
  await on.tap('on', button(page, 'verder'), heading(page, 'Wanneer wil je spelen?'));

  on.screen('booking, day');
  const days = page.getByRole('grid').getByRole('button');
  const free = days.and(page.locator(':not([aria-disabled])'));
  await free.nth(6).waitFor();
  await on.tap('a day that is not free', days.and(page.locator('[aria-disabled]')).first());
  await on.tap('a day', free.nth(3));
  await on.tap('another day', free.nth(5));
  await on.tap('on', button(page, 'verder'), heading(page, 'Controleer je reservering'));

  on.screen('booking, overview');
  await on.tap('change the course', button(page, 'wijzig baan'), heading(page, 'Waar wil je spelen?'));
  await on.tap('change the course, on', button(page, 'verder'), heading(page, 'Controleer je reservering'));
  await on.tap('confirm', button(page, 'bevestig reservering'), page.getByText('succesvol geplaatst'));
  const home = link(page.getByRole('main'), 'Mijn reserveringen');
  await on.tap('rounds', home, heading(page, 'Mijn reserveringen'));

  on.screen('rounds');
  await rows(page).nth(100).waitFor({ state: 'attached' });
  await on.tap('add a player', link(page, 'speler toevoegen').first(), heading(page, 'Spelers toevoegen'));
  await page.goBack();
  await rows(page).nth(100).waitFor({ state: 'attached' });
  const dialog = page.getByRole('dialog');
  await button(rows(page).first(), 'annuleren').click();
  await on.tap('cancel, confirmed', button(dialog, 'hele groep'), page.getByText('is voor de hele groep'));
}

async function openByMenu(page, on, item, title) {
  await button(page, 'Menu').click();
  on.screen('menu');
  const menu = page.getByRole('navigation', { name: 'Hoofdmenu' });
  await on.tap(item, link(menu, item), heading(page, title));
  on.screen(item.toLowerCase());
}

const heading = (page, name) => page.getByRole('heading', { level: 1, name });
const button = (place, name) => place.getByRole('button', { name, exact: typeof name === 'string' });
const link = (place, name) => place.getByRole('link', { name });
const rows = (page) => page.getByRole('article');
