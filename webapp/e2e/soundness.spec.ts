// Every screen of the reservation side, in both sizes, light and dark, and on the narrowest screen: without an
// accessibility violation, without horizontal scroll, without a request to anybody else or a blocked resource.
import { expect, test } from '@playwright/test';
import { beMember } from './session.ts';
import {
  addPlayer,
  chooseClub,
  chooseDay,
  chooseHoles,
  expectSound,
  expectSoundInEveryLook,
  heading,
  longDate,
  member,
  next,
  watchTrouble,
  withoutRounds,
} from './support.ts';

const me = member('ellen.koster');
const guest = member('ron.veenstra');
const club = { id: 'bevelandse-kreek-goes', name: 'Golfclub De Bevelandse Kreek' };

test('every screen on the way to a round is sound', async ({ page, request, baseURL }) => {
  // A dozen screens, each examined by axe five times: minutes on a busy machine.
  test.setTimeout(480_000);
  await withoutRounds(request, [me, guest]);
  const api = await beMember(page, request, me);
  const date = (await api.freeDays(club.id, [me, guest]))[0] ?? '';
  const trouble = watchTrouble(page, baseURL);

  await page.goto('/reservation/players');
  await page.getByRole('combobox').click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectSoundInEveryLook(page);
  await addPlayer(page, guest, 'Ron Veenstra');
  await expectSoundInEveryLook(page);
  await next(page);
  await expect(heading(page, 'Hoeveel holes?')).toBeVisible();
  await expectSoundInEveryLook(page);
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await expect(page.getByRole('list', { name: 'Banen' })).toBeVisible();
  await expectSoundInEveryLook(page);
  await chooseClub(page, club.name);
  await next(page);
  await expect(page.getByRole('grid').getByRole('button', { name: longDate(date) })).toBeEnabled();
  await page.getByRole('grid').getByRole('button', { disabled: true }).first().focus();
  await expectSoundInEveryLook(page);
  await chooseDay(page, date);
  await expect(heading(page, 'Controleer je reservering')).toBeVisible();
  await expectSoundInEveryLook(page);
  await page.getByRole('button', { name: 'bevestig reservering' }).click();
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  await expectSoundInEveryLook(page);

  await page.goto('/reservations');
  const booked = page.getByRole('article', { name: club.name });
  await expect(booked).toBeVisible();
  await expectSoundInEveryLook(page);
  await booked.getByRole('button', { name: 'Ron verwijderen' }).click();
  await expect(page.getByRole('dialog', { name: 'Speler verwijderen' })).toBeVisible();
  await expectSoundInEveryLook(page);
  await page.getByRole('button', { name: 'terug' }).click();
  await booked.getByRole('button', { name: 'annuleren' }).click();
  await expect(page.getByRole('dialog', { name: 'Reservering annuleren' })).toBeVisible();
  await expectSoundInEveryLook(page);
  await page.getByRole('button', { name: 'hele groep' }).click();
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  await expectSoundInEveryLook(page);
  expect(trouble).toEqual([]);
});

test('the menu opens on a phone, is sound and closes on Escape', async ({ page, request }) => {
  await beMember(page, request, me);
  await page.goto('/reservations');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  await expect(page.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expectSound(page);
  await button.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the skip link is the first stop and leads past the menu', async ({ page, request }) => {
  await beMember(page, request, me);
  await page.goto('/reservations');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'naar de inhoud' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
