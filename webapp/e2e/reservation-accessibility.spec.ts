// Every screen of a reservation, in all display settings: no accessibility violation, no horizontal scroll, no request
// to another origin, no blocked resource.
import { logInByApi } from './session.ts';
import {
  addPlayer,
  cancelUpcomingRounds,
  chooseClub,
  chooseDay,
  chooseHoles,
  collectProblems,
  expectAccessible,
  expectAccessibleInAllDisplays,
  heading,
  longDate,
  member,
  next,
} from './support.ts';
import { expect, test } from './test.ts';

const me = member('ellen.koster');
const coPlayer = member('ron.veenstra');
const club = { id: 'bevelandse-kreek-goes', name: 'Golfclub De Bevelandse Kreek' };

test('every screen of a reservation is accessible', async ({ page, request, baseURL }) => {
  // A dozen screens, each examined by axe five times: minutes on a busy machine.
  test.setTimeout(480_000);
  await cancelUpcomingRounds(request, [me, coPlayer]);
  const api = await logInByApi(page, request, me);
  const date = (await api.freeDays(club.id, [me, coPlayer]))[0] ?? '';
  const problems = collectProblems(page, baseURL);

  await page.goto('/reservation/players');
  await page.getByRole('combobox').click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await addPlayer(page, coPlayer, 'Ron Veenstra');
  await expectAccessibleInAllDisplays(page);
  await next(page);
  await expect(heading(page, 'Hoeveel holes?')).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await expect(page.getByRole('list', { name: 'Banen' })).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await chooseClub(page, club.name);
  await next(page);
  await expect(page.getByRole('grid').getByRole('button', { name: longDate(date) })).toBeEnabled();
  await page.getByRole('grid').getByRole('button', { disabled: true }).first().focus();
  await expectAccessibleInAllDisplays(page);
  await chooseDay(page, date);
  await expect(heading(page, 'Controleer je reservering')).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.getByRole('button', { name: 'bevestig reservering' }).click();
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  await expectAccessibleInAllDisplays(page);

  await page.goto('/reservations');
  const booked = page.getByRole('article', { name: club.name });
  await expect(booked).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await booked.getByRole('button', { name: 'starttijd afspreken' }).click();
  await expect(page.getByRole('dialog', { name: 'Starttijd afspreken' })).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.getByRole('button', { name: 'terug' }).click();
  await booked.getByRole('button', { name: 'meer' }).click();
  await expect(page.getByRole('link', { name: 'voucher downloaden', exact: true })).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.getByRole('button', { name: 'terug' }).click();
  await booked.getByRole('button', { name: /^Ron/ }).click();
  await expect(page.getByRole('dialog', { name: /^Ron/ })).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.getByRole('button', { name: 'Ron verwijderen' }).click();
  await expect(page.getByRole('dialog', { name: 'Speler verwijderen' })).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.getByRole('button', { name: 'terug' }).click();
  await booked.getByRole('button', { name: 'annuleren' }).click();
  await expect(page.getByRole('dialog', { name: 'Reservering annuleren' })).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await page.getByRole('button', { name: 'hele groep' }).click();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  expect(problems).toEqual([]);
});

test('the menu opens on a phone, is accessible and closes on Escape', async ({ page, request }) => {
  await logInByApi(page, request, me);
  await page.goto('/reservations');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  await expect(page.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expectAccessible(page);
  await button.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the skip link is the first tab stop and skips the menu', async ({ page, request }) => {
  await logInByApi(page, request, me);
  await page.goto('/reservations');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'naar de inhoud' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
