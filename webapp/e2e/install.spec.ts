// The offer to install the app. A test browser announces no dialog of its own, so the event is a synthetic one.
import type { Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import { expectAccessibleInAllDisplays, heading, member } from './support.ts';
import { expect, test } from './test.ts';

const me = member('noor.hendriks');
const offer = (page: Page) => page.getByRole('region', { name: 'Fairway op je beginscherm' });

/** The browser announces its dialog once the page has loaded, as often as it must until the app keeps it. */
const announce = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true });
        window.dispatchEvent(
          Object.assign(event, {
            prompt: async () => {
              document.title = 'asked';
              return { outcome: 'dismissed' };
            },
          }),
        );
        return event.defaultPrevented;
      }),
    )
    .toBe(true);

test('who comes back is offered the app, may be asked later, and can decline for good', async ({
  page,
  request,
}) => {
  await logInByApi(page, request, me);
  await page.goto('/reservations');
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await announce(page);
  await expect(offer(page)).toBeHidden();

  /** As if the last visit had been an hour ago. */
  const comeBack = async () => {
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('fairway:install') ?? '{}') as object;
      localStorage.setItem('fairway:install', JSON.stringify({ ...stored, seen: Date.now() - 3_600_000 }));
    });
    await page.reload();
    await announce(page);
  };
  await comeBack();
  await expect(offer(page)).toBeVisible();
  await expectAccessibleInAllDisplays(page);
  await offer(page).getByRole('button', { name: 'later' }).click();
  await expect(offer(page)).toBeHidden();

  await comeBack();
  await offer(page).getByRole('button', { name: 'niet meer vragen' }).click();
  await expect(offer(page)).toBeHidden();
  await comeBack();
  await expect(heading(page, 'Mijn reserveringen')).toBeVisible();
  await expect(offer(page)).toBeHidden();
});
