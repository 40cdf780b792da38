// Measures the time from the tap on "verder" until the wizard shows its next step, on a phone that has the app open.
import { logIn } from './browser.mjs';

/** The steps, each with a part of the heading that appears after the tap. */
const STEPS = [
  { name: 'holes', heading: 'Hoeveel holes', choose: (page) => page.getByText('18 holes').first().click() },
  {
    name: 'course',
    heading: 'Waar wil je',
    choose: async (page) => {
      const courses = page.getByRole('list', { name: 'Banen' });
      await courses.getByRole('button', { disabled: false }).first().click();
    },
  },
  { name: 'date', heading: 'Wanneer wil je', choose: () => undefined },
];
/** The time before each tap, ms. A member reads a step first, and the app prefetches the next one during that time. */
const READING_TIME = 1500;

/** For each step, one time in milliseconds per run. */
export async function wizardSteps(browser, base, runs) {
  const steps = STEPS.map(({ name }) => ({ step: `the step ${name}`, milliseconds: [] }));
  for (let n = 0; n < runs; n += 1) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
      locale: 'nl-NL',
    });
    try {
      const page = await context.newPage();
      await logIn(page, base);
      await page.goto(`${base}/reservation/players`);
      await page.getByRole('button', { name: /verder/ }).waitFor();
      for (const [index, { heading, choose }] of STEPS.entries()) {
        await page.waitForTimeout(READING_TIME);
        const milliseconds = await page.evaluate(tap, heading);
        if (milliseconds === null) throw new Error(`no step "${heading}" after the tap`);
        steps[index].milliseconds.push(milliseconds);
        await choose(page);
      }
    } finally {
      await context.close();
    }
  }
  return steps;
}

/** Runs in the page: taps, and resolves with the time until the frame with the heading, or null after a time-out. */
function tap(heading) {
  const TIMEOUT = 4000;
  return new Promise((resolve) => {
    const buttons = [...document.querySelectorAll('button')];
    const button = buttons.find((candidate) => candidate.textContent.includes('verder'));
    const start = performance.now();
    const isShown = () => document.querySelector('h1')?.textContent.includes(heading);
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    setTimeout(() => resolve(null), TIMEOUT);
    button.click();
  });
}
