// A club's desk without a network: the screens open, scans are answered by the device, and arrive when it is back.
import type { APIRequestContext, Page } from '@playwright/test';
import { apiClientFor, member, PASSWORD, serverNow } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

interface Listed {
  readonly club_id: string;
  readonly days: readonly {
    readonly flights: readonly {
      readonly booking_number: string;
      readonly players: readonly {
        readonly short_name: string;
        readonly status: string;
        readonly place: string;
      }[];
    }[];
  }[];
}

const CLUB = 'wilgenhoek-amersfoort';
const DESK = `desk@${CLUB}.example`;
/** Of no other test. Who has arrived keeps the round, so each run receives another of them. */
const PLAYERS = ['arjan.dejong', 'gijs.vanveen', 'floortje.maes', 'osman.kaya'].map(member);

/** They play today. */
async function book(request: APIRequestContext): Promise<void> {
  const date = (await serverNow(request)).slice(0, 10);
  const client = await apiClientFor(request, PLAYERS[0] ?? '');
  if ((await client.upcoming()).some(({ play_date }) => play_date === date)) return;
  await client.book({ holes: 9, golfclub: CLUB, players: PLAYERS, date });
}

async function logIn(page: Page): Promise<void> {
  // The app asks whether somebody is logged in.
  expectRefusal(page, '401 GET /club/api/session');
  await page.goto('/club/login');
  await page.getByLabel('E-mailadres').fill(DESK);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
}

test('scans without a network are kept over a reload and arrive once', async ({ page, context, request }) => {
  await book(request);
  await logIn(page);
  const kept = page.waitForResponse((response) => response.url().endsWith('/club/api/offline'));
  await page.goto('/club/scan');
  await expect(page.getByRole('heading', { level: 1, name: 'Scannen' })).toBeVisible();
  const list = (await (await kept).json()) as Listed;
  const flight = list.days[0]?.flights.find(({ players }) =>
    players.some(({ status }) => status !== 'arrived'),
  );
  const player = flight?.players.find(({ status }) => status !== 'arrived');
  expect(player, 'somebody who has not arrived').toBeDefined();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect(page.getByText(/^alles verstuurd/)).toBeVisible();

  await context.setOffline(true);
  const field = page.getByLabel('Boekingsnummer of code');
  const answer = page.getByRole('region', { name: 'Antwoord' });
  await field.fill(flight?.booking_number ?? '');
  await field.press('Enter');
  await page
    .getByRole('region', { name: 'Spelers met dit boekingsnummer' })
    .getByRole('button', { name: player?.short_name ?? '' })
    .first()
    .click();
  await expect(answer).toContainText('Welkom');
  await field.fill('X'.repeat(56));
  await field.press('Enter');
  await expect(answer).toContainText('Maak verbinding');
  await expect(page.getByText(/2 scans wachten/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Scannen' })).toBeVisible();
  await expect(page.getByText(/2 scans wachten/)).toBeVisible();
  const recent = page.getByRole('region', { name: 'Laatste scans' });
  await expect(recent.getByText('wacht', { exact: true })).toHaveCount(2);

  await context.setOffline(false);
  await expect(recent.getByText('verstuurd', { exact: true })).toHaveCount(2);
  await expect(page.getByText(/^alles verstuurd/)).toBeVisible();
  await expect
    .poll(async () => {
      const response = await page.request.get('/club/api/offline');
      const { days } = (await response.json()) as Listed;
      const players = days.flatMap(({ flights }) => flights.flatMap((listed) => listed.players));
      return players.find(({ place }) => place === player?.place)?.status;
    })
    .toBe('arrived');
});
