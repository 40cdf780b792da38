// End-to-end tests with the real server: start it with the demo data set, then `npm run e2e`.
import { defineConfig } from '@playwright/test';
import { browser } from './e2e/browser.ts';

/** One portal per worker, each as the variables that describe it: tests that share members or clubs must not run beside
 * each other on one portal. A worker evaluates this file too, and what it imports reads the variables of its portal. */
const portals: readonly Readonly<Record<string, string>>[] = JSON.parse(
  process.env['FAIRWAY_E2E_PORTALS'] ?? '[{}]',
);
Object.assign(process.env, portals[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]);

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  // A worker that is free takes the next test, so that all portals are busy until the end.
  fullyParallel: true,
  workers: portals.length,
  // Only a build machine tries again, and names what needed it as flaky; elsewhere such a test fails.
  retries: process.env['CI'] ? 1 : 0,
  // Long time-outs: a slow machine must not make a test fail.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['CI'] ? [['list'], ['json', { outputFile: 'test-results/report.json' }]] : 'list',
  projects: [
    { name: 'amsterdam' },
    // A play date is a day in Amsterdam, wherever the browser is: the journeys about days once more, nine hours away. It
    // belongs to the second level of the tests, which is run less often.
    { name: 'los-angeles', grep: /@days/, use: { timezoneId: 'America/Los_Angeles' } },
  ],
  use: {
    baseURL: process.env['FAIRWAY_BASE_URL'] ?? 'http://127.0.0.1:8080',
    browserName: 'chromium',
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    // It is not predictable when the service worker becomes active, and it downloads the whole app for each test.
    // The tests that need it allow it.
    serviceWorkers: 'block',
    // A first attempt records no trace. A failed test leaves a screenshot of its end and, in `error-context.md`, the
    // page as a screen reader has it. `npm run e2e -- --trace on -g 'its title'` records a trace.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: browser,
  },
});
