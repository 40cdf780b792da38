// A calendar connected, renewed and disconnected, with what a calendar program then reads.
import { expectAccessible, expectAccessibleInAllDisplays, heading, member } from './support.ts';
import { logInByApi } from './session.ts';
import { expect, test } from './test.ts';

/** Used by no other test. */
const me = member('hetty.vanrijn');

test('a calendar is connected, gets a new address and is disconnected', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logInByApi(page, request, me);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'agenda' }).click();
  await expect(heading(page, 'Agenda')).toBeFocused();
  await page.getByRole('button', { name: 'agenda koppelen' }).click();
  const address = page.getByLabel('Geheim adres');
  await expect(address).toBeFocused();
  await page.getByRole('button', { name: /^Hoe doe ik dit/ }).click();
  await expectAccessibleInAllDisplays(page);

  await page.getByRole('button', { name: 'kopieer adres' }).click();
  await expect(page.getByText('Het adres is gekopieerd, je kunt het nu plakken.')).toBeVisible();
  const first = await page.evaluate(() => navigator.clipboard.readText());
  await expect(address).toHaveValue(first);
  const webcal = await page.getByRole('link', { name: 'openen in je agenda-app' }).getAttribute('href');
  expect(webcal).toBe(first.replace(/^https?/, 'webcal'));

  /** As a calendar program asks for it: without the member's session. */
  const read = (url: string) => request.get(new URL(url).pathname, { failOnStatusCode: false });
  const feed = await read(first);
  expect(feed.status()).toBe(200);
  expect(await feed.text()).toMatch(/^BEGIN:VCALENDAR\r\n[^]*X-WR-CALNAME:[^]*END:VCALENDAR\r\n$/);

  await page.getByRole('button', { name: 'nieuw adres maken' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'ja, maak een nieuw adres' }).click();
  await expect(page.getByText('Je nieuwe adres is gemaakt. Het oude werkt niet meer.')).toBeVisible();
  const second = await address.inputValue();
  expect(second).not.toBe(first);
  expect([(await read(first)).status(), (await read(second)).status()]).toEqual([404, 200]);

  await page.reload();
  await expect(address).toHaveValue(second);
  await page.getByRole('button', { name: 'ontkoppelen' }).click();
  await page.getByRole('button', { name: 'ja, ontkoppelen' }).click();
  await expect(page.getByText('Je agenda is ontkoppeld. Het adres werkt niet meer.')).toBeVisible();
  await expect(address).toHaveCount(0);
  expect((await read(second)).status()).toBe(404);
});
