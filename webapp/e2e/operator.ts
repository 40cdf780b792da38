// Shared by the tests of operators' screens.
import type { Page } from '@playwright/test';
import { member, PASSWORD } from './support.ts';
import { expect, expectRefusal } from './test.ts';

/** Logs an operator of the demonstration in, on the way to a screen. */
export async function logInAsOperator(page: Page, role: string, path = '/operator'): Promise<void> {
  // The app asks whether somebody is logged in.
  expectRefusal(page, '401 GET /operator/api/session');
  await page.goto(path);
  await page.getByLabel('E-mail address').fill(member(role));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'log in', exact: false }).click();
  await expect(page).not.toHaveURL(/login/);
}
