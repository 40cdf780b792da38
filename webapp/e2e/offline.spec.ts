// Without a network: the app still opens, the rounds and vouchers of the last visit can be read, and booking waits.
import type { Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import {
  cancelUpcomingRounds,
  card,
  chooseClub,
  chooseDay,
  chooseHoles,
  heading,
  member,
  next,
  PASSWORD,
  shortDate,
} from './support.ts';
import { expect, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const me = member('luuk.dewit');
const other = member('noor.hendriks');
const club = { id: 'bevelandse-kreek-goes', name: 'Golfclub De Bevelandse Kreek' };

/**
 * Tells the page again that the network is away. Chromium 148 forgets it for a page that a service worker has loaded while
 * the network is emulated, and reports one; 153 does not. Called when the screen has settled.
 */
async function reportOffline(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const away = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await client.send('Network.overrideNetworkState', away);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
}

test('without a network the upcoming rounds are shown with the time of their last update', async ({
  page,
  request,
  context,
}) => {
  await cancelUpcomingRounds(request, [me]);
  const api = await logInByApi(page, request, me);
  const [date] = await api.freeDays(club.id, [me]);
  await api.book({ holes: 18, golfclub: club.id, players: [me], date: date ?? '' });
  await page.goto('/reservations');
  await expect(card(page, club.name)).toBeVisible();
  await expect(page.getByText(/bijgewerkt om/)).toHaveCount(0);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await context.setOffline(true);
  await page.reload();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await expect(card(page, club.name)).toContainText(shortDate(date ?? ''));
  await expect(page.getByText(/bijgewerkt om \d\d:\d\d/)).toBeVisible();
  await reportOffline(page);
  await expect(page.getByText('Je bent offline.')).toBeVisible();
  // A screen that was not visited before opens too.
  await page.goto('/vouchers/buy');
  await expect(heading(page, 'Vrije voucher kopen')).toBeVisible();
  await expect(page.getByText('Netwerkfout bij ophalen van gegevens.')).toBeVisible();
  await page.goto('/reservation/players');
  await expect(heading(page, 'Met wie speel je?')).toBeVisible();

  await page.goto('/reservations');
  await expect(card(page, club.name)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/bijgewerkt om/)).toHaveCount(0);
  await cancelUpcomingRounds(request, [me]);
});

test('without a network booking waits: nothing is sent, no answer is lost, and it is placed once afterwards', async ({
  page,
  request,
  context,
}) => {
  await cancelUpcomingRounds(request, [me]);
  const api = await logInByApi(page, request, me);
  const [date] = await api.freeDays(club.id, [me]);
  let orders = 0;
  context.on('request', (sent) => {
    if (sent.method() === 'POST' && new URL(sent.url()).pathname === '/api/reservations') orders += 1;
  });
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await chooseClub(page, club.name);
  await next(page);
  await chooseDay(page, date ?? '');
  const confirm = page.getByRole('button', { name: 'bevestig reservering' });
  await expect(confirm).toBeEnabled();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await context.setOffline(true);
  await expect(confirm).toBeDisabled();
  await expect(page.getByText('Bevestigen kan zodra je weer verbinding hebt.')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Controleer je reservering')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(club.name);
  await reportOffline(page);
  await expect(confirm).toBeDisabled();
  expect(orders).toBe(0);
  expect(await api.upcoming()).toEqual([]);

  await context.setOffline(false);
  await confirm.click();
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  expect(orders).toBe(1);
  expect(await api.upcoming()).toHaveLength(1);
  await cancelUpcomingRounds(request, [me]);
});

test('another member sees nothing of the former one without a network, on the same device', async ({
  page,
  request,
  context,
}) => {
  await cancelUpcomingRounds(request, [me, other]);
  const api = await logInByApi(page, request, me);
  const [date] = await api.freeDays(club.id, [me]);
  await api.book({ holes: 18, golfclub: club.id, players: [me], date: date ?? '' });
  await page.goto('/reservations');
  await expect(card(page, club.name)).toBeVisible();
  const copies = () => page.evaluate(() => localStorage.getItem('fairway:copies') ?? '');
  await expect.poll(copies).toContain(club.name);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  // Without a log-out, which would remove the copies.
  await page.goto('/auth/login');
  await page.getByLabel('E-mailadres').fill(other);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  await expect.poll(copies).toContain(other);
  expect(await copies()).not.toContain(club.name);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/bijgewerkt om \d\d:\d\d/)).toBeVisible();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await context.setOffline(false);
  await cancelUpcomingRounds(request, [me]);
});

test('when the server is lost the screen says how old its data are, and recovers', async ({
  page,
  request,
  context,
}) => {
  await cancelUpcomingRounds(request, [me]);
  await page.clock.install();
  await logInByApi(page, request, me);
  await page.goto('/reservations');
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  await context.route('**/api/**', (route) => route.abort('connectionfailed'));
  await page.reload();
  await expect(page.getByText(/bijgewerkt om \d\d:\d\d/)).toBeVisible();
  await page.getByRole('button', { name: 'opnieuw proberen' }).click();
  await expect(page.getByRole('button', { name: 'opnieuw proberen' })).toBeEnabled();
  await expect(page.getByText(/bijgewerkt om/)).toBeVisible();
  await context.unroute('**/api/**');
  // The longest pause before the next attempt.
  await page.clock.fastForward(12_500);
  await expect(page.getByText(/bijgewerkt om/)).toHaveCount(0);
});

test('the log-out removes the stored copies of the member', async ({ page, request, context }) => {
  await logInByApi(page, request, me);
  await page.goto('/reservations');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fairway:copies'))).not.toBeNull();
  await page.goto('/auth/logout');
  await expect(heading(page, 'Inloggen')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fairway:copies'))).toBeNull();
  await context.setOffline(true);
  await page.reload();
  await expect(heading(page, 'Inloggen')).toBeVisible();
});
