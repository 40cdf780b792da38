// A complete booking, from the log-in to the cancellation, with the keyboard only: Tab, arrows, Enter, Space.
import type { Locator, Page } from '@playwright/test';
import { apiClientFor, cancelUpcomingRounds, card, heading, longDate, member, PASSWORD } from './support.ts';
import { expect, test } from './test.ts';

const me = member('sem.dekker');
const coPlayer = member('noor.hendriks');
const club = { id: 'vechtkolk-ommen', name: 'Golfclub De Vechtkolk' };

/** Presses a key until this element has the focus. A press returns after the page has handled it and moved the focus:
 * one check per press is enough, also on a slow machine. */
async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  const hasFocus = async () =>
    target.evaluateAll((found) => found.some((element) => element === document.activeElement));
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press(key);
    if (await hasFocus()) return;
  }
  throw new Error(`${key} never leads to ${target}`);
}

/** Moves the focus to this element with Tab. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Tab skips a disabled element.
  await expect(target).toBeEnabled();
  await pressUntil(page, 'Tab', target);
  // A focused element must be visible.
  await expect(target).toBeInViewport();
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

test('books for two and cancels, with the keyboard only', { tag: '@days' }, async ({ page, request }) => {
  test.slow();
  await cancelUpcomingRounds(request, [me, coPlayer]);
  const api = await apiClientFor(request, me);
  const date = (await api.freeDays(club.id, [me, coPlayer]))[0] ?? '';

  await page.goto('/auth/login');
  await tabTo(page, page.getByLabel('E-mailadres'));
  await page.keyboard.type(me);
  await tabTo(page, page.getByLabel('Wachtwoord'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Mijn reserveringen')).toBeFocused();

  await press(page, page.getByRole('link', { name: 'nieuwe reservering' }));
  await expect(heading(page, 'Met wie speel je?')).toBeFocused();
  await tabTo(page, page.getByRole('combobox', { name: 'E-mailadres medespeler' }));
  await page.keyboard.type(coPlayer);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Noor verwijderen')).toBeVisible();
  await press(page, button(page, 'verder'));

  await expect(heading(page, 'Hoeveel holes?')).toBeFocused();
  // The radio group is one tab stop; arrows and Space choose an option.
  await page.keyboard.press('Tab');
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: '18 holes' })).toBeChecked();
  await expect(heading(page, 'Hoeveel holes?'), 'arrows never move on').toBeVisible();
  await press(page, button(page, 'verder'));

  await expect(heading(page, 'Waar wil je spelen?')).toBeFocused();
  await tabTo(page, page.getByRole('searchbox', { name: 'Zoek een baan' }));
  await page.keyboard.type('ommen');
  const clubs = page.getByRole('list', { name: 'Banen' }).getByRole('button');
  await expect(clubs).toHaveCount(1);
  await press(page, clubs.filter({ hasText: club.name }));
  await press(page, button(page, 'verder'));

  await expect(heading(page, 'Wanneer wil je spelen?')).toBeFocused();
  const grid = page.getByRole('grid');
  const dayButton = grid.getByRole('button', { name: longDate(date) });
  await expect(dayButton).toBeEnabled();
  await pressUntil(page, 'Tab', grid.getByRole('button'));
  // The grid is one tab stop; from its first day the arrows reach every day.
  for (let week = 0; week < 3; week += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await pressUntil(page, 'ArrowRight', dayButton);
  await page.keyboard.press('Enter');
  await press(page, button(page, 'verder'));

  await expect(heading(page, 'Controleer je reservering')).toBeFocused();
  await press(page, button(page, 'bevestig reservering'));
  await expect(page.getByText('Je reservering is succesvol geplaatst!')).toBeVisible();
  await press(page, page.getByRole('main').getByRole('link', { name: 'Mijn reserveringen' }));

  await expect(heading(page, 'Mijn reserveringen')).toBeFocused();
  await press(page, card(page, club.name).getByRole('button', { name: 'annuleren' }));
  const dialog = page.getByRole('dialog', { name: 'Reservering annuleren' });
  await expect(dialog.getByRole('button', { name: 'terug' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card(page, club.name).getByRole('button', { name: 'annuleren' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'hele groep' }));
  await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
});
