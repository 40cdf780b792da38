// From the tap on "verder" until the next step of the wizard stands there, on a telephone that has the app open.
import { logIn } from './browser.mjs';

/** Steps by the words of the heading that the tap leads to. */
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
/** A member looks at a step for a while: what the app fetches ahead meanwhile is part of it, ms. */
const LOOK = 1500;

/** Milliseconds per step, one for each time. */
export async function wizardSteps(browser, base, times) {
  const steps = STEPS.map(({ name }) => ({ step: `the step ${name}`, milliseconds: [] }));
  for (let n = 0; n < times; n += 1) {
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
        await page.waitForTimeout(LOOK);
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

/** Runs in the page: taps, and resolves after the frame in which the heading stands; null when it never does. */
function tap(heading) {
  const PATIENCE = 4000;
  return new Promise((resolve) => {
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent.includes('verder'));
    const start = performance.now();
    const stands = () => document.querySelector('h1')?.textContent.includes(heading);
    const observer = new MutationObserver(() => {
      if (!stands()) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    setTimeout(() => resolve(null), PATIENCE);
    button.click();
  });
}
