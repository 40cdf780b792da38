// Every screen, as a member with a past meets it: no accessibility violation in either size, light or dark,
// nothing wider than the narrowest phone, no request to anybody else, no error, one h1, a title, targets one can hit.
import { expect, test, type Page } from '@playwright/test';
import { beMember } from './session.ts';
import { expectSoundInEveryLook, heading, member, watchTrouble } from './support.ts';

const me = member('jan.devries');

/** Each screen with its heading; the ones of the wizard's way have their own journey in soundness.spec.ts. */
const screens = {
  '/reservations': 'Mijn reserveringen',
  '/reservations/history': 'Speelhistorie',
  '/reservation/players': 'Met wie speel je?',
  '/courses': 'Baaninformatie',
  '/subscriptions': "Abo's & extra's",
  '/subscriptions/historic': 'Historie',
  '/vouchers/buy': 'Vrije voucher kopen',
  '/federation/buy': 'NGF-registratie kopen',
  '/profile': 'Profiel',
  '/profile/password': 'Wachtwoord wijzigen',
  '/news': 'Nieuwsberichten',
  '/faq': 'Veelgestelde vragen',
  '/contact': null,
  '/info': null,
  '/bestaat-niet': 'Pagina niet gevonden',
} as const;

const doors = {
  '/auth/login': 'Inloggen',
  '/auth/forgot': 'Wachtwoord vergeten',
  '/auth/reset?token=oud': 'Nieuw wachtwoord',
  '/auth/impersonate': null,
} as const;

/** What makes any screen a good one. */
async function expectGood(page: Page, h1: string | null): Promise<void> {
  const title = h1 === null ? page.getByRole('heading', { level: 1 }) : heading(page, h1);
  await expect(title).toBeVisible();
  await expectSoundInEveryLook(page, async () =>
    expect(await tooSmall(page), 'targets below 44 px').toEqual([]),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(`${await title.innerText()} · Fairway`);
  expect(await page.locator('html').getAttribute('lang')).toBe('nl');
}

/** Controls smaller than a fingertip. Links within a sentence are as small as their words. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], select, input:not([type=radio]):not([type=checkbox]), label:has([type=radio])',
    );
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(
        (control) =>
          !control.closest('p, li:not(:has(> a:only-child)), dd, small, [class*=html]') ||
          control.matches('button'),
      )
      .filter((control) => !control.matches('[href="#inhoud"]'))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ control, box }) => `${control.outerHTML.slice(0, 90)} ${box.width}×${box.height}`);
  });
}

for (const [path, h1] of Object.entries(doors)) {
  test(path, async ({ page, baseURL }) => {
    const trouble = watchTrouble(page, baseURL);
    await page.goto(path);
    await expectGood(page, h1);
    expect(trouble).toEqual([]);
  });
}

for (const [path, h1] of Object.entries(screens)) {
  test(path, async ({ page, request, baseURL }) => {
    const trouble = watchTrouble(page, baseURL);
    await beMember(page, request, me);
    await page.goto(path);
    await expectGood(page, h1);
    expect(trouble).toEqual([]);
  });
}
