// News on this device: it is offered after a booking and not before, reaches the device without names, names them where
// the member wants that, and ends where they switch it off.
import { wholeBrowser } from './browser.ts';
import {
  claimsOf,
  handToWorker,
  replaceAddress,
  startPushService,
  subscribedKey,
  subscribeHere,
} from './pushService.ts';
import { logInByApi } from './session.ts';
import {
  addPlayer,
  apiClientFor,
  cancelUpcomingRounds,
  chooseClub,
  chooseDay,
  chooseHoles,
  expectAccessibleInAllDisplays,
  heading,
  longDate,
  member,
  next,
  serverNow,
} from './support.ts';
import { expect, test } from './test.ts';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

/** Used by no other test. */
const me = member('joost.vandermeer');
const coPlayer = { email: member('niels.smeets'), name: 'Niels Smeets' };
const club = { id: 'wilgenhoek-amersfoort', name: 'Golfclub De Wilgenhoek' };

interface Device {
  readonly id: string;
  readonly shows_details: boolean;
}

test('news on this device is offered after a booking, arrives without names, with them, and not any more', async ({
  page,
  request,
  context,
}) => {
  const players = [me, coPlayer.email];
  await cancelUpcomingRounds(request, players);
  const service = await startPushService();
  const arrived = async (count: number) => {
    await expect.poll(() => service.delivered.length).toBe(count);
    return service.delivered[count - 1]!;
  };
  try {
    await subscribeHere(context, service.subscription);
    const api = await logInByApi(page, request, me);
    const headers = { authorization: `Bearer ${api.token}` };
    const devices = async () => {
      const response = await request.get('/api/users/me/push', { headers });
      return ((await response.json()) as { data: { devices: Device[] } }).data.devices;
    };
    // Of an earlier attempt.
    for (const { id } of await devices())
      await request.post(`/api/users/me/push/${id}/remove`, { headers, data: {} });
    const [date = '', laterDate = ''] = await api.freeDays(club.id, players);
    const offer = page.getByRole('region', { name: 'Meldingen op dit apparaat' });

    await test.step('offered after the booking', async () => {
      await page.goto('/');
      await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
      await expect(offer).toHaveCount(0);
      await page.getByRole('link', { name: 'nieuwe reservering' }).click();
      await addPlayer(page, coPlayer.email, coPlayer.name);
      await chooseHoles(page, 18);
      await chooseClub(page, club.name);
      await next(page);
      await chooseDay(page, date);
      await expect(heading(page, 'Controleer je reservering')).toBeVisible();
      await expect(offer).toHaveCount(0);
      await page.getByRole('button', { name: 'bevestig reservering' }).click();
      await expect(offer).toBeVisible();
      await expectAccessibleInAllDisplays(page);
      expect(await devices()).toEqual([]);
      await context.grantPermissions(['notifications']);
      await offer.getByRole('button', { name: 'meldingen aanzetten' }).click();
      await expect(page.getByText('Meldingen staan aan op dit apparaat.')).toBeVisible();
      expect(await devices()).toMatchObject([{ shows_details: false }]);
    });

    await test.step('without names', async () => {
      await cancelUpcomingRounds(request, [coPlayer.email]);
      const message = await arrived(1);
      const now = Date.parse(await serverNow(request));
      const claims = claimsOf(message, await subscribedKey(page));
      expect(claims).toMatchObject({
        aud: new URL(service.subscription.endpoint).origin,
        sub: expect.stringMatching(/^mailto:.+@/),
      });
      const validity = Number(claims['exp']) - now / 1000;
      expect(validity).toBeGreaterThan(0);
      expect(validity).toBeLessThanOrEqual(86_400);
      expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
      // Kept until the play date ends in Amsterdam, where it is winter on every day that can be booked.
      const left = (Date.parse(`${date}T00:00:00+01:00`) + 86_400_000 - now) / 1000;
      expect(Math.abs(Number(message.headers['ttl']) - left)).toBeLessThan(120);

      for (const secret of ['Niels', 'Smeets', 'Joost', 'Wilgenhoek', longDate(date), date, '@'])
        expect(message.text).not.toContain(secret);
      expect(await handToWorker(page, message.text)).toEqual({
        title: 'Fairway',
        body: 'Er is iets veranderd in je groep. Open Fairway voor de details.',
        lang: 'nl',
        data: { path: '/reservations' },
      });
    });

    await test.step('with names where the member wants that', async () => {
      await page.goto('/profile/notifications');
      const details = offer.getByRole('checkbox', { name: 'namen en banen tonen op het vergrendelscherm' });
      await expect(details).not.toBeChecked();
      await expectAccessibleInAllDisplays(page);
      await details.check();
      // While it is saved, it cannot be pressed.
      await expect(details).toBeEnabled();
      await expect(details).toBeChecked();
      expect(await devices()).toMatchObject([{ shows_details: true }]);
      const other = await apiClientFor(request, coPlayer.email);
      await other.book({ holes: 18, golfclub: club.id, players: [coPlayer.email, me], date: laterDate });
      // The first news about a day does not wait for more.
      const { text } = await arrived(2);
      expect(await handToWorker(page, text)).toEqual({
        title: 'Niels Smeets heeft je toegevoegd aan een ronde',
        body: `${club.name}, ${longDate(laterDate)}, met Niels Smeets`,
        lang: 'nl',
        data: { path: '/reservations' },
      });
    });

    await test.step('a replaced address is told when the app is next opened, on any screen', async () => {
      const [former] = await devices();
      await replaceAddress(page);
      await page.goto('/news');
      await expect.poll(async () => (await devices()).map(({ id }) => id)).toHaveLength(2);
      // As if its push service had answered the next message: the server then removes an address that is gone.
      await request.post(`/api/users/me/push/${former!.id}/remove`, { headers, data: {} });
      await page.goto('/profile/notifications');
    });

    await test.step('switched off', async () => {
      await offer.getByRole('button', { name: 'meldingen uitzetten' }).click();
      await expect(offer.getByRole('button', { name: 'meldingen aanzetten' })).toBeVisible();
      expect(await devices()).toEqual([]);
      await page.reload();
      await expect(offer.getByRole('button', { name: 'meldingen aanzetten' })).toBeVisible();
    });
  } finally {
    await service.close();
  }
  await cancelUpcomingRounds(request, players);
});
