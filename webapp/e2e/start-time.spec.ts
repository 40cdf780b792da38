// The start time of a round: written down by one player for all, also where two write at once.
import { logInByApi } from './session.ts';
import { apiClientFor, cancelUpcomingRounds, card, expectAccessible, member } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

const club = { id: 'bevelandse-kreek-goes', name: 'Golfclub De Bevelandse Kreek' };
const julia = member('julia.brouwer');
const luuk = member('luuk.dewit');

test('of two players who write a start time at once, the later one sees the first and chooses', async ({
  page,
  request,
  browser,
}) => {
  await cancelUpcomingRounds(request, [julia, luuk]);
  const api = await apiClientFor(request, julia);
  const [date] = await api.freeDays(club.id, [julia, luuk]);
  await api.book({ holes: 18, golfclub: club.id, players: [julia, luuk], date: date ?? '' });
  const othersContext = await browser.newContext();
  const others = await othersContext.newPage();
  await logInByApi(page, request, luuk);
  await logInByApi(others, request, julia);
  for (const opened of [page, others]) {
    // The later one has not heard of the first.
    await opened.route('**/api/live', (route) => route.abort('connectionfailed'));
    await opened.goto('/reservations');
    await card(opened, club.name).getByRole('button', { name: 'starttijd afspreken' }).click();
  }

  await others.getByLabel('Afgesproken starttijd').fill('10:30');
  await others.getByRole('button', { name: 'opslaan' }).click();
  await expect(card(others, club.name).getByText('Starttijd 10:30, afgesproken door Julia')).toBeVisible();

  expectRefusal(page, '409 POST /api/reservations/:id/start_time');
  const dialog = page.getByRole('dialog', { name: 'Starttijd afspreken' });
  await dialog.getByLabel('Afgesproken starttijd').fill('10:40');
  await dialog.getByRole('button', { name: 'opslaan' }).click();
  await expect(dialog.getByRole('alert')).toContainText('10:30, afgesproken door Julia');
  await expect(dialog.getByRole('button', { name: '10:30 laten staan' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '10:40 opslaan' }).click();
  await expect(card(page, club.name).getByText('Starttijd 10:40, afgesproken door Luuk')).toBeVisible();

  await page.reload();
  await card(page, club.name).getByRole('link', { name: 'voucher tonen' }).click();
  await expect(page.getByText('Starttijd 10:40, afgesproken door Luuk')).toBeVisible();
  await othersContext.close();
  await cancelUpcomingRounds(request, [julia, luuk]);
});
