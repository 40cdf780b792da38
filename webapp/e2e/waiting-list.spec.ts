// A full day on two phones: one group waits, the other cancels, and the offer is taken from the link in its mail.
import type { APIRequestContext, Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import {
  addPlayer,
  apiClientFor,
  cancelUpcomingRounds,
  card,
  chooseClub,
  chooseHoles,
  expectAccessible,
  heading,
  longDate,
  member,
  PASSWORD,
} from './support.ts';
import { expect, test } from './test.ts';

/** It has room for one group a day. */
const club = { id: 'hooilandhoeve-nijkerk', name: 'Hooilandhoeve' };
const fillers = ['ingrid.vanderveen', 'gerard.vandenheuvel', 'mark.scholten', 'yusuf.yilmaz'].map(member);
const waiting = ['dirk.opthof', 'annemiek.terhorst'].map(member);
const [filler, me, coPlayer] = [fillers[0]!, waiting[0]!, waiting[1]!];

/** Takes the members' groups off every list: a test must not depend on earlier ones. */
async function leaveWaitingLists(request: APIRequestContext, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    const { token } = await apiClientFor(request, email);
    const headers = { authorization: `Bearer ${token}` };
    const list = await request.get('/api/waiting-list', { headers });
    for (const { group } of ((await list.json()) as { data: { group: string }[] }).data) {
      await request.post(`/api/waiting-list/${group}/leave`, { headers });
    }
  }
}

/** The link of the last mail to this address about free places, as the page of mails shows it. */
async function linkOfOffer(page: Page, to: string): Promise<string> {
  const row = page
    .getByRole('row')
    .filter({ hasText: to })
    .filter({ hasText: /Er zijn plaatsen vrij/ });
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(row.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await row.first().getByRole('link').click();
  const text = (await page.locator('pre').textContent()) ?? '';
  const path = /\/waiting\/[0-9a-f-]{36}/.exec(text)?.[0];
  expect(path, text).toBeTruthy();
  return path ?? '';
}

test(
  'a group waits for a full day and takes what is offered from the mail',
  { tag: '@days' },
  async ({ page, request, browser }) => {
    await leaveWaitingLists(request, waiting);
    await cancelUpcomingRounds(request, [...fillers, ...waiting]);
    const api = await apiClientFor(request, filler);
    const [date] = await api.freeDays(club.id, fillers, 9);
    expect(date).toBeTruthy();
    await api.book({ holes: 9, golfclub: club.id, players: fillers, date: date ?? '' });

    await logInByApi(page, request, me);
    await page.goto('/reservation/players');
    await addPlayer(page, coPlayer, 'Annemiek');
    await chooseHoles(page, 9);
    await chooseClub(page, club.name);
    await page.getByRole('button', { name: 'verder' }).click();
    await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
    await page
      .getByRole('grid')
      .getByRole('button', { name: longDate(date ?? '') })
      .press('Enter');
    const group = page.getByRole('group', { name: 'Dichtstbij vrij' });
    await group.getByRole('button', { name: 'op de wachtlijst' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'ja, op de wachtlijst' }).click();
    await expect(group.getByText(/Jullie staan op de wachtlijst van/)).toBeVisible();
    await group.getByRole('link', { name: 'Mijn reserveringen' }).click();
    const list = page.getByRole('region', { name: 'Wachtlijst' });
    await expect(list.getByRole('article', { name: club.name })).toContainText('jullie zijn als eerste');
    await expectAccessible(page);

    // The other phone.
    const other = await browser.newContext();
    const others = await other.newPage();
    await logInByApi(others, request, filler);
    await others.goto('/reservations');
    await card(others, club.name).getByRole('button', { name: 'annuleren' }).click();
    await others.getByRole('dialog').getByRole('button', { name: 'hele groep' }).click();
    await expect(others.getByText(/voor de hele groep geannuleerd/)).toBeVisible();
    await other.close();

    const offers = page.getByRole('region', { name: 'Er zijn plaatsen vrij' });
    await expect(offers.getByRole('timer')).toContainText('tot ');
    await expectAccessible(page);

    // The co-player, logged out, from the mail.
    const third = await browser.newContext();
    const theirs = await third.newPage();
    const path = await linkOfOffer(theirs, coPlayer);
    await theirs.goto(path);
    await theirs.getByLabel('E-mailadres').fill(coPlayer);
    await theirs.getByLabel('Wachtwoord').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'inloggen', exact: true }).click();
    await expect(heading(theirs, 'Plaatsen vrij')).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'plaatsen nemen' }).click();
    await expect(theirs.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
    await expect(theirs.getByRole('link', { name: /in agenda zetten/ })).toBeVisible();
    await third.close();

    // The first phone sees it without being touched.
    await expect(offers).toHaveCount(0);
    await expect(card(page, club.name)).toContainText('Annemiek');
    await cancelUpcomingRounds(request, waiting);
  },
);

test(
  'a co-player waits to join a round of a full day, and the group keeps its places',
  { tag: '@days' },
  async ({ page, request }) => {
    const others = fillers.slice(0, 3);
    await leaveWaitingLists(request, waiting);
    await cancelUpcomingRounds(request, [...fillers, ...waiting]);
    const api = await apiClientFor(request, filler);
    const [date = ''] = await api.freeDays(club.id, [...others, me], 9);
    await api.book({ holes: 9, golfclub: club.id, players: others, date });
    const own = await apiClientFor(request, me);
    await own.book({ holes: 9, golfclub: club.id, players: [me], date });
    const [round] = await own.upcoming();

    await logInByApi(page, request, me);
    await page.goto(`/reservations/${round?.reservation_id}/addplayer`);
    await expect(page.getByText('De baan is vol')).toBeVisible();
    await addPlayer(page, coPlayer, 'Annemiek');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'op de wachtlijst' }).click();
    await expect(page.getByText('Annemiek staat op de wachtlijst en krijgt bericht.').first()).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Mijn reserveringen' }).click();
    const list = page.getByRole('region', { name: 'Wachtlijst' });
    await expect(list.getByRole('article')).toContainText('Annemiek is als eerste aan de beurt');

    // Without a touch: the others cancel, and the place is offered.
    await cancelUpcomingRounds(request, others);
    const offer = page.getByRole('region', { name: 'Er is een plaats vrij' });
    await offer.getByRole('button', { name: 'plaats nemen' }).click();
    await expect(page.getByText(/^Gelukt! Annemiek speelt mee bij/).first()).toBeVisible();
    await expect(card(page, club.name)).toContainText('Annemiek');
    await cancelUpcomingRounds(request, waiting);
  },
);
