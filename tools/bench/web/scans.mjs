// Measures how long a club's desk waits for the answer to a scan without a network: from the Enter of a hand-held
// scanner until the frame with the answer, on the phone of `interactions.mjs` with a long list.
import { openPhone } from './interactions.mjs';
import { startLongLists } from './long-lists.mjs';
import { logInToApi, PASSWORD } from './member-api.mjs';

const CLUB = 'wilgenhoek-amersfoort';
/** They play today, and take part in no other journey. */
const GROUPS = [
  ['lotte.smit', 'daan.meijer', 'thijs.peters', 'noor.hendriks'],
  ['luuk.dewit', 'tess.dijkstra', 'niels.smeets', 'floor.vanderlinden'],
  ['arjan.dejong', 'gijs.vanveen', 'floortje.maes', 'osman.kaya'],
].map((names) => names.map((name) => `${name}@fairway.example`));
/** The time before each scan, ms. The desk reads the answer first, and the app does what it has put off. */
const READING_TIME = 800;
/** As long as a code of the portal. */
const UNKNOWN = 'X'.repeat(54);

/** For each round the scans in their order, each with its kind of answer and its time in milliseconds. */
export async function scanTimes(browser, portal, rounds) {
  const vouchers = await bookToday(portal);
  const lists = await startLongLists(portal);
  const measured = [];
  try {
    for (let n = 0; n < rounds; n += 1) {
      const { context, page } = await openPhone(browser);
      try {
        await openScreen(page, lists.address);
        await context.setOffline(true);
        measured.push(await scanAll(page, vouchers));
      } finally {
        // Without a network to the end: nobody has arrived for the portal, and each round finds the same.
        await context.close();
      }
    }
  } finally {
    lists.end();
  }
  return measured;
}

/** The codes of the players, and the numbers of their bookings. */
async function bookToday(portal) {
  const today = (await fetch(`${portal}/healthz`)).headers.get('x-fairway-now').slice(0, 10);
  const bookings = [];
  for (const players of GROUPS) {
    const api = await logInToApi(portal, players[0]);
    const ofToday = async () =>
      (await api.upcoming()).find(({ play_date, golfclub }) => play_date === today && golfclub.id === CLUB);
    if (!(await ofToday())) await api.book({ holes: 9, golfclub: CLUB, players }, today);
    bookings.push(await ofToday());
  }
  return {
    codes: bookings.flatMap(({ players }) => players.map(({ voucher_code }) => voucher_code)),
    numbers: bookings.map(({ booking_number }) => booking_number),
  };
}

async function openScreen(page, address) {
  await page.goto(`${address}/club/login`);
  await page.getByLabel('E-mailadres').fill(`desk@${CLUB}.example`);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'inloggen', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  await page.goto(`${address}/club/scan`);
  await page.getByRole('heading', { level: 1, name: 'Scannen' }).waitFor();
  // The list is on the disk before the screen says so.
  await page.getByText(/^alles verstuurd, /).waitFor();
}

async function scanAll(page, { codes, numbers }) {
  const scans = codes.flatMap((code, index) => [
    { kind: 'welcome', text: code, answer: 'Welkom' },
    { kind: 'already', text: code, answer: 'Al aangekomen' },
    { kind: 'unknown', text: UNKNOWN + String(index).padStart(2, '0'), answer: 'Nog te controleren' },
  ]);
  const asked = numbers.map((number) => ({ kind: 'booking number', text: number, answer: 'Wie is er?' }));
  const measured = [];
  for (const { kind, text, answer } of [...scans, ...asked]) {
    await page.waitForTimeout(READING_TIME);
    await page.evaluate(expectAnswer, answer);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    const milliseconds = await page.evaluate(() => window.answered);
    if (milliseconds === null) throw new Error(`no answer "${answer}" to ${text}`);
    measured.push({ kind, milliseconds });
  }
  return measured;
}

/** Runs in the page: `window.answered` becomes the time from Enter to the frame with a new answer, or null. */
function expectAnswer(answer) {
  const TIMEOUT = 5000;
  const find = () =>
    document.querySelector('section[aria-label="Antwoord"], section[aria-label^="Spelers met"]');
  const before = find();
  window.answered = new Promise((resolve) => {
    let enteredAt;
    const onKey = ({ key, timeStamp }) => {
      if (key !== 'Enter') return;
      enteredAt = timeStamp;
      setTimeout(() => end(null), TIMEOUT);
    };
    const end = (milliseconds) => {
      document.removeEventListener('keydown', onKey, { capture: true });
      observer.disconnect();
      resolve(milliseconds);
    };
    const observer = new MutationObserver(() => {
      const shown = find();
      if (enteredAt === undefined || shown === before || !shown?.textContent.includes(answer)) return;
      observer.disconnect();
      // The first task after the frame, before those that the app has put off until then.
      const afterFrame = () =>
        scheduler.postTask(() => end(performance.now() - enteredAt), { priority: 'user-blocking' });
      requestAnimationFrame(() => void afterFrame());
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    document.addEventListener('keydown', onKey, { capture: true });
  });
}
