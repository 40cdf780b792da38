// Without a network: the app still opens, and the rounds and vouchers of the last visit can be read.
import { logInByApi } from './session.ts';
import { cancelUpcomingRounds, card, heading, member, shortDate } from './support.ts';
import { expect, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const me = member('luuk.dewit');
const club = { id: 'bevelandse-kreek-goes', name: 'Golfclub De Bevelandse Kreek' };

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
  await expect(page.getByText('Je bent offline.')).toBeVisible();
  // A screen that was not visited before opens too.
  await page.goto('/reservation/players');
  await expect(heading(page, 'Met wie speel je?')).toBeVisible();

  await page.goto('/reservations');
  await expect(card(page, club.name)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/bijgewerkt om/)).toHaveCount(0);
  await cancelUpcomingRounds(request, [me]);
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
