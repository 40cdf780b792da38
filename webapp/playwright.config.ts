// End-to-end tests with the real server: start it with the demo data set, then `npm run e2e`.
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: false,
  workers: Number(process.env['FAIRWAY_E2E_WORKERS'] ?? 1),
  // A test that passes at the second attempt is reported as passed, and as flaky at the end of the run.
  retries: 1,
  // Long time-outs: a slow machine must not make a test fail.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['CI'] ? [['list'], ['json', { outputFile: 'test-results/report.json' }]] : 'list',
  projects: [
    { name: 'amsterdam' },
    // A play date is a day in Amsterdam, wherever the browser is: the journeys once more, nine hours away.
    {
      name: 'los-angeles',
      testMatch: /(booking|rounds|wizard)\.spec\.ts$/,
      use: { timezoneId: 'America/Los_Angeles' },
    },
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
    // The trace has no screenshots, which take an eighth of the run time; a failed test has one of its end.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
