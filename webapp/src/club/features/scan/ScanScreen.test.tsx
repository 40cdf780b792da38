import { readFileSync } from 'node:fs';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeOf } from '../../../../tests/club/daySamples.ts';
import { CLUB, createDevice, createServer, NOON, type OpenPage } from '../../../../tests/club/scans.ts';

let page: OpenPage;
let stop: () => void;
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  server = createServer();
  page = await createDevice().openPage();
  stop = page.startQueue(CLUB);
  await page.syncNow();
  // The modules of this page, which were loaded anew.
  await import('@/app/texts.ts');
  const { ScanScreen } = await import('./ScanScreen.tsx');
  render(<ScanScreen />);
});
afterEach(async () => {
  stop();
  await page.syncNow();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answer = () => screen.getByRole('region', { name: 'Antwoord' });
const rows = () => within(screen.getByRole('region', { name: 'Laatste scans' })).getAllByRole('listitem');
/** A hand-held scanner types wherever the focus is. */
const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`);

test('the answers to a hand-held scanner, one after the other, with and without a network', async () => {
  server.isAway = true;
  await page.syncNow();
  await scan(codeOf(1));
  await waitFor(() => expect(answer()).toHaveTextContent('WelkomSpeler118 holes · 7K3Q-9F2M'));
  await scan(codeOf(1));
  await waitFor(() => expect(answer()).toHaveTextContent(/Al aangekomen.*om 12:00 op dit toestel\./));
  await scan(codeOf(901));
  await waitFor(() => expect(answer()).toHaveTextContent(/Niet vandaag.*maandag 30 november/));
  await scan(codeOf(777));
  await waitFor(() => expect(answer()).toHaveTextContent(/Nog te controleren.*Maak verbinding/));
  await scan('GEANNULEERD');
  await waitFor(() => expect(answer()).toHaveTextContent(/Niet geldig.*geannuleerd/));
  // After the answer.
  await waitFor(() =>
    expect(rows().map((row) => row.textContent)).toEqual([
      '12:00Niet geldigwacht',
      '12:00Nog te controlerenwacht',
      '12:00Speler901: niet vandaagwacht',
      '12:00Speler1: al aangekomenwacht',
      '12:00Speler1: welkomwacht',
    ]),
  );
  server.isAway = false;
  await page.syncNow();
  await waitFor(() => expect(rows()[4]).toHaveTextContent(/verstuurd$/));
});

test('a booking number leads to its players', async () => {
  await scan('7k3q9f2m');
  const players = await screen.findByRole('region', { name: 'Spelers met dit boekingsnummer' });
  // In the place of the answer; a keyboard on the screen goes away.
  expect(screen.queryByRole('region', { name: 'Antwoord' })).toBeNull();
  expect(within(players).getByRole('heading', { name: 'Wie is er?' })).toHaveFocus();
  await userEvent.click(within(players).getByRole('button', { name: 'Speler2' }));
  await waitFor(() => expect(answer()).toHaveTextContent(/Welkom.*2/));
  await waitFor(() => expect(answer()).toHaveFocus());
  await waitFor(() =>
    expect([...server.recorded.values()][0]?.scan).toMatchObject({ place: 'place 2', method: 'number' }),
  );
  await scan('4D2P-F2DB');
  expect(await screen.findByText('Let op: deze ronde is op maandag 30 november.')).toBeVisible();
  await scan('ZZZZ-ZZZZ');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Boekingsnummer ZZZZ-ZZZZ staat niet op de lijst van 12:00 uur/,
  );
  // It stays, to be corrected; a scanner replaces it.
  expect(screen.getByRole('textbox')).toHaveValue('ZZZZ-ZZZZ');
  await scan('ZZZ');
  expect(await screen.findByText(/^Een boekingsnummer heeft 8 letters/)).toBeVisible();
});

test('a scan that was not stored is told loudly', async () => {
  vi.spyOn(page.store, 'addScan').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await scan(codeOf(1));
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze scan is niet bewaard.');
});

test('without a camera the screen says what works', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'camera aanzetten' }));
  expect(await screen.findByText(/^Dit toestel heeft geen camera/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'camera aanzetten' })).toBeVisible();
});

/** Relative, of WCAG. */
const luminance = (colour: string) => {
  const hex = colour.length === 3 ? colour.replaceAll(/./g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
};

test('each answer has a contrast of 7:1', () => {
  const css = readFileSync('src/club/features/scan/ScanScreen.module.css', 'utf8');
  const pairs = [...css.matchAll(/background: #(\w+);\s+color: #(\w+);/g)];
  expect(pairs).toHaveLength(5);
  for (const [, first = '', second = ''] of pairs) {
    const [one, other] = [luminance(first), luminance(second)];
    expect(Math.max(one, other) / Math.min(one, other), `${first} ${second}`).toBeGreaterThanOrEqual(7);
  }
});
