// Measures how long a tap or a key keeps a member waiting, on a phone whose processor is four times slower: the time
// that the browser itself reports for the interaction (Event Timing, the figure behind Interaction to Next Paint), from
// the finger until the next frame is on the screen.
const CPU_SLOWDOWN = 4;
/** The shortest time that the browser reports, ms; it rounds to 8. */
const SHORTEST = 16;
/** The time before each interaction, ms. A member reads first, and the app loads what comes next during that time. */
const READING_TIME = 800;
/** The time after it, ms, until the browser has reported it. */
const REPORTING_TIME = 400;

export async function openPhone(browser) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
  });
  const page = await context.newPage();
  await page.addInitScript(observe, SHORTEST);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { context, page };
}

/** Runs in the page, before the page's own scripts. */
function observe(shortest) {
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, startTime } of list.getEntries()) {
      if (interactionId) window.interactions.push({ duration, startTime });
    }
  }).observe({ type: 'event', durationThreshold: shortest, buffered: true });
}

/** The interactions of one journey: each is carried out, and its time recorded under its name. */
export class Interactions {
  #page;
  #record;
  #screen = '';

  /** `record(name, milliseconds)` is called after each interaction. */
  constructor(page, record) {
    this.#page = page;
    this.#record = record;
  }

  /** The screen to which the following interactions belong. */
  screen(name) {
    this.#screen = name;
  }

  /** Taps, and waits until `shown` is visible. */
  async tap(name, target, shown) {
    // The tabs and buttons at the foot of a screen cover what is at its edge.
    await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await this.#measure(name, async () => {
      const box = await target.boundingBox();
      if (!box) throw new Error(`nothing to tap: ${name}`);
      return () => this.#page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    });
    await shown?.waitFor();
  }

  /** Presses a key where the focus is. */
  async press(name, key) {
    await this.#measure(name, () => () => this.#page.keyboard.press(key));
  }

  async #measure(name, prepare) {
    await this.#page.waitForTimeout(READING_TIME);
    const interact = await prepare();
    const start = await this.#page.evaluate(() => performance.now());
    await interact();
    await this.#page.waitForTimeout(REPORTING_TIME);
    const durations = await this.#page.evaluate(async (from) => {
      // The browser reports an interaction after its frame; this ends when the main thread is free again.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
      return window.interactions.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration);
    }, start);
    this.#record(`${this.#screen}: ${name}`, Math.max(SHORTEST, ...durations));
  }
}
