// A member's mails: a kind that is switched off does not come while another does, and the link in the mail of the day
// before a round opens the cancel dialog.
import type { APIRequestContext, Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import {
  apiClientFor,
  cancelUpcomingRounds,
  card,
  expectAccessible,
  expectAccessibleInAllDisplays,
  heading,
  member,
  PASSWORD,
  serverNow,
} from './support.ts';
import { expect, test } from './test.ts';

const me = member('carla.evers');
const coPlayer = member('sanne.bakker');

/** A round of both players, some days ahead; the club's name. */
async function book(request: APIRequestContext, players: string[], days: number) {
  const api = await apiClientFor(request, players[0]!);
  const today = Date.parse(`${(await serverNow(request)).slice(0, 10)}T00:00:00Z`);
  const date = new Date(today + days * 86_400_000).toISOString().slice(0, 10);
  const clubs = await request.post('/api/reservations/golfclubs', {
    headers: { authorization: `Bearer ${api.token}` },
    data: { holes: 18, players, date },
  });
  const { data } = (await clubs.json()) as { data: { id: string; name: string; reservable: boolean }[] };
  const club = data.find(({ reservable }) => reservable)!;
  await api.book({ holes: 18, golfclub: club.id, players, date });
  return club.name;
}

const mailsTo = (page: Page, to: string, subject: RegExp) =>
  page.getByRole('row').filter({ hasText: to }).filter({ hasText: subject });

test('a mail that is switched off does not come, and another does', async ({ page, request }) => {
  await cancelUpcomingRounds(request, [me, coPlayer]);
  await logInByApi(page, request, me);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'berichten' }).click();
  await expect(heading(page, 'Berichten')).toBeFocused();
  const booked = page.getByRole('group', { name: 'Geboekt of toegevoegd' });
  await booked.getByRole('checkbox', { name: 'per e-mail' }).uncheck();
  await expect(booked.getByRole('status')).toHaveText('opgeslagen');
  await expectAccessibleInAllDisplays(page);
  await page.reload();
  await expect(booked.getByRole('checkbox', { name: 'per e-mail' })).not.toBeChecked();

  await page.goto('/dev/mail');
  const confirmations = await mailsTo(page, me, /^.*Bevestiging: /).count();
  const cancellations = await mailsTo(page, me, /Geannuleerd: /).count();
  const club = await book(request, [me, coPlayer], 6);
  await cancelUpcomingRounds(request, [me]);
  // The mail about the cancellation was caused later: when it is there, the other one would be.
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(mailsTo(page, me, /Geannuleerd: /)).toHaveCount(cancellations + 1, { timeout: 500 });
  }).toPass();
  await expect(mailsTo(page, me, /Bevestiging: /)).toHaveCount(confirmations);
  await expect(mailsTo(page, coPlayer, new RegExp(`Je speelt mee: ${club}`)).first()).toBeVisible();

  await page.goto('/profile/notifications');
  await booked.getByRole('checkbox', { name: 'per e-mail' }).check();
  await expect(booked.getByRole('status')).toHaveText('opgeslagen');
  await cancelUpcomingRounds(request, [coPlayer]);
});

test('the link of the mail of the day before opens the cancel dialog after the log-in', async ({
  page,
  request,
}) => {
  await cancelUpcomingRounds(request, [me, coPlayer]);
  const club = await book(request, [me, coPlayer], 1);
  const [round] = await (await apiClientFor(request, me)).upcoming();
  await page.goto(`/reservations/${round!.reservation_id}/cancel`);
  await expect(heading(page, 'Inloggen')).toBeVisible();
  await page.getByLabel('E-mailadres').fill(me);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Reservering annuleren' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(club);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'terug' }).click();
  await expectAccessibleInAllDisplays(page);
  await page.goto('/reservations');
  await expect(card(page, club)).toBeVisible();

  await page.goto(`/reservations/${round!.reservation_id}/cancel`);
  await dialog.getByRole('button', { name: 'alleen mijn reservering' }).click();
  await expect(page.getByText(`Je reservering bij ${club} is geannuleerd.`).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/je plaats is al geannuleerd of gewisseld/)).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await cancelUpcomingRounds(request, [coPlayer]);
});
