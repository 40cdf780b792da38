// Journeys through the real server: start it with the demo data set, then `npm run e2e`.
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: false,
  workers: Number(process.env['FAIRWAY_E2E_WORKERS'] ?? 1),
  // A test that passes at the second attempt counts as passed, and is named as flaky at the end of the run.
  retries: 1,
  // Slow is not wrong: a machine with little to give takes its time, and only what never comes is a failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['CI'] ? [['list'], ['json', { outputFile: 'test-results/report.json' }]] : 'list',
  use: {
    baseURL: process.env['FAIRWAY_BASE_URL'] ?? 'http://127.0.0.1:8080',
    browserName: 'chromium',
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    // Whether it takes over before a journey's second page is a matter of chance, and it fetches the whole app anew
    // for each test. The journeys in which it matters allow it.
    serviceWorkers: 'block',
    // Without the film strip, which costs an eighth of the whole run; a failure has its last picture instead.
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
