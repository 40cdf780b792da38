// Starts the browser that the web app's tests use, and logs in as a member of the demo data.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../webapp/package.json', import.meta.url));
const { chromium } = require('@playwright/test');
const flags = require('./e2e/chromium-flags.json');

export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--headless', ...flags],
  });
}

export async function logIn(page, base) {
  await page.goto(`${base}/auth/login`);
  await page.getByLabel('E-mailadres').fill('jan.devries@fairway.example');
  await page.getByLabel('Wachtwoord').fill('fairway-demo');
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await page.waitForURL('**/reservations');
  await page.getByRole('heading', { level: 1 }).waitFor();
}
