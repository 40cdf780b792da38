// Every screen of the reservation side, in both sizes, light and dark, and on the narrowest screen: without an
// accessibility violation, without horizontal scroll, without a request to anybody else or a blocked resource.
import { expect, test, type Page } from '@playwright/test';
import {
  addPlayer,
  apiOf,
  chooseClub,
  chooseDay,
  chooseHoles,
  expectSound,
  heading,
  logIn,
  longDate,
  member,
  next,
  withoutRounds,
} from './support.ts';

const me = member('ellen.koster');
const guest = member('ron.veenstra');
const club = { id: 'bevelandse-kreek-goes', name: 'Golfclub De Bevelandse Kreek' };

const looks = [
  { name: 'phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desk, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'the narrowest screen', viewport: { width: 320, height: 640 }, colorScheme: 'light' },
] as const;

/** What the browser asked of others, or refused to do. */
function watchTrouble(page: Page, origin: string): string[] {
  const trouble: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) trouble.push(`request to ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) trouble.push(`${response.status()} for ${response.url()}`);
  });
  page.on('console', (message) => {
    const told = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !told) trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(error.message));
  return trouble;
}

for (const { name, ...look } of looks) {
  test.describe(name, () => {
    test.use(look);

    // Fourteen screens, each examined by axe: minutes on a busy machine.
    test.setTimeout(240_000);

    test('every screen on the way to a round is sound', async ({ page, request, baseURL }) => {
      await withoutRounds(request, [me, guest]);
      const api = await apiOf(request, me);
      const date = (await api.freeDays(club.id, [me, guest]))[0] ?? '';
      const trouble = watchTrouble(page, new URL(baseURL ?? '').origin);

      await page.goto('/auth/login');
      await expect(heading(page, 'Inloggen')).toBeVisible();
      await expectSound(page);
      await logIn(page, me);
      await expectSound(page);
      await page.goto('/ergens/anders');
      await expect(heading(page, 'Pagina niet gevonden')).toBeVisible();
      await expectSound(page);

      await page.goto('/reservation/players');
      await page.getByRole('combobox').click();
      await expect(page.getByRole('listbox')).toBeVisible();
      await expectSound(page);
      await addPlayer(page, guest, 'Ron Veenstra');
      await expectSound(page);
      await next(page);
      await expect(heading(page, 'Hoeveel holes?')).toBeVisible();
      await expectSound(page);
      await page.goto('/reservation/players');
      await chooseHoles(page, 18);
      await expect(page.getByRole('list', { name: 'Banen' })).toBeVisible();
      await expectSound(page);
      await chooseClub(page, club.name);
      await next(page);
      await expect(page.getByRole('grid').getByRole('button', { name: longDate(date) })).toBeEnabled();
      await page.getByRole('grid').getByRole('button', { disabled: true }).first().focus();
      await expectSound(page);
      await chooseDay(page, date);
      await expect(heading(page, 'Controleer je reservering')).toBeVisible();
      await expectSound(page);
      await page.getByRole('button', { name: 'bevestig reservering' }).click();
      await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
      await expectSound(page);

      await page.goto('/reservations');
      const booked = page.getByRole('article', { name: club.name });
      await expectSound(page);
      await booked.getByRole('button', { name: 'Ron verwijderen' }).click();
      await expect(page.getByRole('dialog', { name: 'Speler verwijderen' })).toBeVisible();
      await expectSound(page);
      await page.getByRole('button', { name: 'terug' }).click();
      await booked.getByRole('button', { name: 'annuleren' }).click();
      await expect(page.getByRole('dialog', { name: 'Reservering annuleren' })).toBeVisible();
      await expectSound(page);
      await page.getByRole('button', { name: 'hele groep' }).click();
      await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
      await expectSound(page);
      expect(trouble).toEqual([]);
    });
  });
}

test('the menu opens on a phone, is sound and closes on Escape', async ({ page }) => {
  await logIn(page, me);
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  await expect(page.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expectSound(page);
  await button.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the skip link is the first stop and leads past the menu', async ({ page }) => {
  await logIn(page, me);
  await page.reload();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'naar de inhoud' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
