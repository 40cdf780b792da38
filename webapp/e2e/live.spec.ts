// Live updates: the server sends an event about a change, and the open screen fetches its data again.
import { logInByApi } from './session.ts';
import { apiClientFor, cancelUpcomingRounds, card, heading, member } from './support.ts';
import { expect, test } from './test.ts';

const me = member('thijs.peters');
const coPlayer = member('eva.degroot');
const club = { id: 'ansjovisberg-bergen-op-zoom', name: 'Ansjovisberg' };

test('an event of the server makes the list refetch, and a new connection resumes at its position', async ({
  page,
  request,
}) => {
  await logInByApi(page, request, me);
  const lastEventIds: (string | undefined)[] = [];
  await page.route('**/api/live', (route) => {
    lastEventIds.push(route.request().headers()['last-event-id']);
    expect(route.request().headers()['authorization']).toMatch(/^Bearer /);
    const body = 'id: 7\ndata: {"position":7,"kind":"PlayerAdded"}\n\n';
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  let fetchCount = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === '/api/reservations') fetchCount += 1;
  });
  await page.goto('/reservations');
  await expect.poll(() => fetchCount).toBeGreaterThan(1);
  await expect.poll(() => lastEventIds).toContain('7');
  expect(lastEventIds[0]).not.toBe('7');
});

test('a booking and its cancellation appear on the open screen of a co-player', async ({ page, request }) => {
  const api = await apiClientFor(request, coPlayer);
  await cancelUpcomingRounds(request, [me, coPlayer]);
  await logInByApi(page, request, me);
  const liveResponse = page.waitForResponse('**/api/live');
  await page.goto('/reservations');
  await liveResponse;
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  const [date] = await api.freeDays(club.id, [coPlayer, me]);
  await api.book({ holes: 18, golfclub: club.id, players: [coPlayer, me], date: date ?? '' });
  await expect(card(page, club.name)).toContainText('Eva');
  await api.cancelAll();
  await expect(card(page, club.name).getByRole('listitem').filter({ hasText: 'Eva' })).toContainText(
    'geannuleerd',
  );
  await cancelUpcomingRounds(request, [me, coPlayer]);
});
