// Measures the members' app in a real browser with a running portal, and prints one figure per line as JSON:
// {name, unit, values, bound}. `cargo xtask bench web` runs it as `node measure.mjs BASE_URL ROUNDS`.
import { routeSizes } from './bytes.mjs';
import { openBrowser } from './browser.mjs';
import { interactionTimes } from './journeys.mjs';
import { visit } from './load.mjs';
import { wizardSteps } from './taps.mjs';

const [base, rounds] = [process.argv[2], Math.max(1, Number(process.argv[3]))];
/** Single visits vary; Lighthouse's documentation recommends the median of five. */
const VISITS = rounds > 2 ? 5 : 3;

const print = (name, unit, values, bound) => console.log(JSON.stringify({ name, unit, values, bound }));

for (const { route, gzip, brotli } of routeSizes()) {
  print(`JavaScript of ${route}, gzip`, 'KiB', [gzip / 1024], 'React, router and query library: 101 KiB of it');
  print(`JavaScript of ${route}, brotli`, 'KiB', [brotli / 1024], 'React, router and query library');
}

const browser = await openBrowser();
try {
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
  for (const { step, milliseconds } of await wizardSteps(browser, base, VISITS)) {
    print(`tap to ${step}`, 'ms', milliseconds, 'one frame where code and data came ahead, else one request');
  }
  const interactions = await interactionTimes(browser, base, VISITS);
  const bound = 'below 200: what members feel as at once; a frame is 16';
  for (const { name, milliseconds } of interactions) print(`wait after ${name}`, 'ms', milliseconds, bound);
  const all = interactions.flatMap(({ milliseconds }) => milliseconds);
  print('wait after any of these', 'ms', all, bound);
} finally {
  await browser.close();
}
