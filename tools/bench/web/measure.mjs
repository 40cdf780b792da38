// Measures the web app in a real browser with a running portal, and prints one figure per line as JSON:
// {name, unit, values, bound}. `cargo xtask bench web` runs it as `node measure.mjs BASE_URL ROUNDS`; a third argument
// names the only part to measure.
import { routeSizes } from './bytes.mjs';
import { openBrowser } from './browser.mjs';
import { interactionTimes } from './journeys.mjs';
import { visit } from './load.mjs';
import { scanTimes } from './scans.mjs';
import { wizardSteps } from './taps.mjs';

const [base, rounds, only] = [process.argv[2], Math.max(1, Number(process.argv[3])), process.argv[4]];
/** Single visits vary; Lighthouse's documentation recommends the median of five. */
const VISITS = rounds > 2 ? 5 : 3;

const print = (name, unit, values, bound) => console.log(JSON.stringify({ name, unit, values, bound }));

const PARTS = {
  bytes() {
    for (const { route, gzip, brotli } of routeSizes()) {
      print(`JavaScript of ${route}, gzip`, 'KiB', [gzip / 1024], 'React, router and query library: 101 KiB of it');
      print(`JavaScript of ${route}, brotli`, 'KiB', [brotli / 1024], 'React, router and query library');
    }
  },

  async loading(browser) {
    for (const { path, loggedIn } of [
      { path: '/auth/login', loggedIn: false },
      { path: '/reservations', loggedIn: true },
    ]) {
      const visits = [];
      for (let n = 0; n < VISITS; n += 1) visits.push(await visit(browser, base, path, loggedIn));
      const all = (key) => visits.map((visited) => visited[key]);
      const bound = 'a telephone as Lighthouse has it: 150 ms, 1.6 Mbit/s, a processor four times slower';
      print(`${path}: score as Lighthouse reckons it`, 'of 100', all('score'), bound);
      print(`${path}: first contentful paint`, 'ms', all('fcp'), 'two round trips: connection and HTML with its CSS');
      print(`${path}: largest contentful paint`, 'ms', all('lcp'), 'the same where the heading stands in the HTML');
      print(`${path}: total blocking time`, 'ms', all('tbt'), 'starting React on a slow processor');
      print(`${path}: cumulative layout shift`, '', all('cls'), 'places are kept for what is still loading');
    }
  },

  async wizard(browser) {
    for (const { step, milliseconds } of await wizardSteps(browser, base, VISITS)) {
      print(`tap to ${step}`, 'ms', milliseconds, 'one frame where code and data came ahead, else one request');
    }
  },

  async interactions(browser) {
    const interactions = await interactionTimes(browser, base, VISITS);
    const bound = 'below 200: what members feel as at once; a frame is 16';
    for (const { name, milliseconds } of interactions) print(`wait after ${name}`, 'ms', milliseconds, bound);
    const all = interactions.flatMap(({ milliseconds }) => milliseconds);
    print('wait after any of these', 'ms', all, bound);
  },

  async scans(browser) {
    const measured = await scanTimes(browser, base, rounds);
    const bound = 'the hash of the code, the scan on the disk, one frame';
    const name = 'scan without a network';
    const all = measured.flat();
    const kinds = new Set(all.map(({ kind }) => kind));
    for (const kind of kinds) {
      print(`${name}, ${kind}`, 'ms', times(all.filter((scan) => scan.kind === kind)), bound);
    }
    print(`${name}, any of these`, 'ms', times(all), bound);
    print(`${name}, any of these, p95`, 'ms', measured.map((scans) => p95(times(scans))), bound);
  },
};

const times = (scans) => scans.map(({ milliseconds }) => milliseconds);

function p95(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(0.95 * sorted.length) - 1];
}

if (only && !(only in PARTS)) throw new Error(`there is no part ${only}; there are: ${Object.keys(PARTS).join(', ')}`);
const browser = await openBrowser();
try {
  for (const [part, measure] of Object.entries(PARTS)) {
    if (!only || part === only) await measure(browser);
  }
} finally {
  await browser.close();
}
