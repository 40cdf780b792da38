// An open screen follows what others do: the server says that something changed, the screen fetches it.
import { expect, test } from '@playwright/test';
import { beMember } from './session.ts';
import { apiOf, card, heading, member, withoutRounds } from './support.ts';

const me = member('thijs.peters');
const guest = member('eva.degroot');
const club = { id: 'ansjovisberg-bergen-op-zoom', name: 'Ansjovisberg' };

test('a word from the server makes the list fetch itself, and is resumed where it ended', async ({
  page,
  request,
}) => {
  await beMember(page, request, me);
  const resumed: (string | undefined)[] = [];
  await page.route('**/api/live', (route) => {
    resumed.push(route.request().headers()['last-event-id']);
    expect(route.request().headers()['authorization']).toMatch(/^Bearer /);
    const body = 'id: 7\ndata: {"position":7,"kind":"PlayerAdded"}\n\n';
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  let fetched = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === '/api/reservations') fetched += 1;
  });
  await page.goto('/reservations');
  await expect.poll(() => fetched).toBeGreaterThan(1);
  await expect.poll(() => resumed).toContain('7');
  expect(resumed[0]).not.toBe('7');
});

test('a co-player sees a booking and its cancellation come and go', async ({ page, request }) => {
  const api = await apiOf(request, guest);
  await withoutRounds(request, [me, guest]);
  await beMember(page, request, me);
  const listening = page.waitForResponse('**/api/live');
  await page.goto('/reservations');
  await listening;
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  const [date] = await api.freeDays(club.id, [guest, me]);
  await api.book({ holes: 18, golfclub: club.id, players: [guest, me], date: date ?? '' });
  await expect(card(page, club.name)).toContainText('Eva');
  await api.cancelAll();
  await expect(card(page, club.name).getByRole('listitem').filter({ hasText: 'Eva' })).toContainText(
    'geannuleerd',
  );
  await withoutRounds(request, [me, guest]);
});
