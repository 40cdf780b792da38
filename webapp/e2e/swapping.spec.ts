// Swapping a player in two browsers, on the play date: one leaves, the other sees the round, and nothing is forfeited.
import { logInByApi } from './session.ts';
import {
  addPlayer,
  apiClientFor,
  cancelUpcomingRounds,
  card,
  expectAccessible,
  expectAccessibleInAllDisplays,
  heading,
  member,
  serverNow,
} from './support.ts';
import { expect, test } from './test.ts';

const master = member('gerard.vandenheuvel');
const leaving = member('mark.scholten');
const coming = member('willem.jansen');

test(
  'on the play date a player swaps themselves for another, who sees the round',
  { tag: '@days' },
  async ({ page, browser, request }) => {
    await cancelUpcomingRounds(request, [master, leaving, coming]);
    const api = await apiClientFor(request, master);
    const today = (await serverNow(request)).slice(0, 10);
    const clubs = await request.post('/api/reservations/golfclubs', {
      headers: { authorization: `Bearer ${api.token}` },
      data: { holes: 18, players: [master, leaving, coming], date: today },
    });
    const { data } = (await clubs.json()) as { data: { id: string; name: string; reservable: boolean }[] };
    const club = data.find(({ reservable }) => reservable)!;
    await api.book({ holes: 18, golfclub: club.id, players: [master, leaving], date: today });
    // The leaving player's own place of the round.
    const [round] = await (await apiClientFor(request, leaving)).upcoming();

    const otherContext = await browser.newContext();
    const other = await otherContext.newPage();
    await logInByApi(other, request, coming);
    const live = other.waitForResponse('**/api/live');
    await other.goto('/reservations');
    await live;
    await expect(heading(other, 'Mijn reserveringen')).toBeVisible();
    await expect(card(other, club.name)).toHaveCount(0);

    await logInByApi(page, request, leaving);
    await page.goto('/reservations');
    await expectAccessible(page);
    await card(page, club.name).getByRole('button', { name: 'annuleren' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Wissel met een andere speler' }).click();
    await expect(heading(page, 'Speler wisselen')).toBeFocused();
    await expect(page.getByText(/^Je speelrecht komt terug, ook al is de ronde vandaag\./)).toBeVisible();
    await addPlayer(page, coming, 'Willem Jansen');
    await expectAccessibleInAllDisplays(page);
    await page.getByRole('button', { name: 'wisselen', exact: true }).click();
    await expect(
      page.getByText('Willem Jansen speelt in jouw plaats. Je speelrecht is terug.').first(),
    ).toBeVisible();
    await expect(page.getByRole('list', { name: 'Spelers' })).toContainText('Willem Jansen');
    await expectAccessible(page);

    await expect(card(other, club.name)).toContainText('Gerard');
    // Not the first one: a round of a later day that another test cancelled stands above it.
    const history = await (await apiClientFor(request, leaving)).history();
    const left = history.find(({ reservation_id }) => reservation_id === round?.reservation_id);
    expect(left).toMatchObject({ status: 'geannuleerd', playright_expired: false, play_date: today });
    await cancelUpcomingRounds(request, [master, coming]);
    await otherContext.close();
  },
);
