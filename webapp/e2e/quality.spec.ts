// Every screen, for a member with played rounds: no accessibility violation in any display setting, no horizontal
// scroll, no request to another origin, no error, one h1, a title, and targets that are large enough for a finger.
import type { Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import { collectProblems, expectAccessibleInAllDisplays, heading, member } from './support.ts';
import { expect, test } from './test.ts';

const me = member('jan.devries');

/** The heading of each screen. The other steps of the wizard are in reservation-accessibility.spec.ts. */
const screens = {
  '/reservations': 'Mijn reserveringen',
  '/reservations/history': 'Speelhistorie',
  '/reservation/players': 'Met wie speel je?',
  '/courses': 'Baaninformatie',
  '/courses/wilgenhoek-amersfoort': 'Golfclub De Wilgenhoek',
  '/subscriptions': "Abo's & extra's",
  '/subscriptions/historic': 'Historie',
  '/vouchers/buy': 'Vrije voucher kopen',
  '/federation/buy': 'NGF-registratie kopen',
  '/profile': 'Profiel',
  '/profile/password': 'Wachtwoord wijzigen',
  '/profile/passkeys': 'Passkeys',
  '/profile/calendar': 'Agenda',
  '/profile/email': 'E-mailadres wijzigen',
  '/profile/sessions': 'Ingelogde apparaten',
  '/profile/data': 'Mijn gegevens',
  '/profile/notifications': 'Berichten',
  '/news': 'Nieuwsberichten',
  '/faq': 'Veelgestelde vragen',
  '/contact': null,
  '/privacy': 'Privacy',
  '/info': null,
  '/bestaat-niet': 'Pagina niet gevonden',
} as const;

const publicScreens = {
  '/auth/login': 'Inloggen',
  '/auth/forgot': 'Wachtwoord vergeten',
  '/auth/link': 'Inloggen op een nieuw apparaat',
  '/auth/reset?token=oud': 'Nieuw wachtwoord',
  '/auth/email': 'E-mailadres bevestigen',
  '/auth/impersonate': null,
  '/contact': null,
  '/privacy': 'Privacy',
} as const;

/** The requirements for every screen. */
async function expectQuality(page: Page, h1: string | null): Promise<void> {
  const title = h1 === null ? page.getByRole('heading', { level: 1 }) : heading(page, h1);
  await expect(title).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(`${await title.innerText()} · Fairway`);
  expect(await page.locator('html').getAttribute('lang')).toBe('nl');
}

for (const [path, h1] of Object.entries(publicScreens)) {
  test(`${path} without a log-in`, async ({ page, baseURL }) => {
    const problems = collectProblems(page, baseURL);
    await page.goto(path);
    await expectQuality(page, h1);
    expect(problems).toEqual([]);
  });
}

for (const [path, h1] of Object.entries(screens)) {
  test(path, async ({ page, request, baseURL }) => {
    const problems = collectProblems(page, baseURL);
    await logInByApi(page, request, me);
    await page.goto(path);
    await expectQuality(page, h1);
    expect(problems).toEqual([]);
  });
}
