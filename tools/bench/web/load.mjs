// Measures one visit of a page with an empty cache, on the slow phone that Lighthouse simulates, and computes the score
// with Lighthouse's weights and curves. Lighthouse itself fails on the traces of current Chromium (NO_NAVSTART); the
// browser's PerformanceObserver reports the same metrics.
import { logIn } from './browser.mjs';

/** Lighthouse's mobile preset: slow 4G and a processor four times slower. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
/** How long the page is observed, ms: by then it has finished loading. */
const OBSERVATION_TIME = 5000;

/** For each metric: its weight, the value that scores 90 and the value that scores 50. */
const CURVES = {
  fcp: { weight: 0.1, p10: 1800, median: 3000 },
  speedIndex: { weight: 0.1, p10: 3387, median: 5800 },
  lcp: { weight: 0.25, p10: 2500, median: 4000 },
  tbt: { weight: 0.3, p10: 200, median: 600 },
  cls: { weight: 0.25, p10: 0.1, median: 0.25 },
};

export async function visit(browser, base, path, loggedIn) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'nl-NL',
  });
  try {
    const page = await context.newPage();
    if (loggedIn) await logIn(page, base);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    if (loggedIn) {
      const storageTypes = 'service_workers,cache_storage';
      await session.send('Storage.clearDataForOrigin', { origin: base, storageTypes });
    }
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe);
    await page.goto(base + path);
    await page.waitForTimeout(OBSERVATION_TIME);
    return score(await page.evaluate(collect));
  } finally {
    await context.close();
  }
}

/** Runs in the page, before the page's own scripts. */
function observe() {
  const measured = { lcp: 0, cls: 0, tasks: [] };
  const watch = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    measured.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) measured.cls += entry.value;
  });
  watch('longtask', (entry) => measured.tasks.push([entry.startTime, entry.duration]));
  window.measured = measured;
}

/** Runs in the page, at the end of the observation. */
function collect() {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { ...window.measured, fcp: paint.startTime };
}

function score({ fcp, lcp, cls, tasks }) {
  const tasksAfterPaint = tasks.filter(([start, duration]) => start + duration > fcp);
  const tbt = tasksAfterPaint.reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0);
  // The exact speed index needs a video of the page. Its value is between the first and the largest paint.
  const values = { fcp, lcp, tbt, cls, speedIndex: Math.max(fcp, lcp * 0.8) };
  const total = Object.entries(CURVES).reduce(
    (sum, [metric, curve]) => sum + curve.weight * scoreOf(values[metric], curve),
    0,
  );
  return { fcp, lcp, tbt, cls, score: total * 100 };
}

/** The score of one metric, 0 to 1, by Lighthouse's log-normal curve. */
function scoreOf(value, { p10, median }) {
  if (value <= 0) return 1;
  const INVERSE_ERFC_OF_A_FIFTH = 0.9061938024368232;
  const distance = (Math.log(value / median) / Math.log(median / p10)) * INVERSE_ERFC_OF_A_FIFTH;
  return Math.min(1, Math.max(0, (1 - erf(distance)) / 2));
}

/** The error function, by Abramowitz and Stegun 7.1.26. */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}
