import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeOf } from '../../../../tests/club/daySamples.ts';
import {
  CLUB,
  createDevice,
  createServer,
  NOON,
  TODAY,
  type OpenPage,
} from '../../../../tests/club/scans.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
/** The pages that are open. */
const open = new Map<OpenPage, () => void>();
afterEach(async () => {
  // What a page still sends would go to the server of the next test.
  for (const [page, stop] of open) {
    stop();
    await page.syncNow();
  }
  open.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens the screens as a device of the club does, and waits until the queue has done what it can. */
async function begin(page: OpenPage, club = CLUB): Promise<void> {
  open.set(page, page.startQueue(club));
  await sync(page);
}

const view = ({ useQueue }: OpenPage) => renderHook(() => useQueue()).result.current;
const stateOf = async ({ store }: OpenPage) => (await store.keptScans()).map(({ state }) => state);
const outcomes = (page: OpenPage) => view(page).recent.map(({ result }) => result.outcome);
const sync = (page: OpenPage) => act(() => page.syncNow());

test('a scan is on the disk before its answer, and is sent', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.isAway = true;
  const scan = await page.recordScan({ code: codeOf(1) }, 'camera');
  expect(scan.result).toMatchObject({ outcome: 'welcome', name: 'Speler1', booking_number: '7K3Q-9F2M' });
  expect(await page.store.keptScans()).toMatchObject([{ nonce: scan.nonce, day: TODAY, state: 'waiting' }]);
  await sync(page);
  expect(view(page)).toMatchObject({ waiting: 1, isSending: false, failingSince: NOON });
  server.isAway = false;
  await sync(page);
  expect(view(page)).toMatchObject({ waiting: 0, lastSync: NOON, failingSince: null });
  expect([...server.recorded.keys()]).toEqual([scan.nonce]);
  expect(await stateOf(page)).toEqual(['sent']);
});

test('a scan that the disk does not take is no recorded scan', async () => {
  createServer();
  const page = await createDevice().openPage();
  await begin(page);
  vi.spyOn(page.store, 'addScan').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await expect(page.recordScan({ code: codeOf(1) }, 'camera')).rejects.toThrow('full');
  expect(view(page)).toMatchObject({ waiting: 0, recent: [] });
  // Nor has the player arrived.
  expect((await page.recordScan({ code: codeOf(1) }, 'camera')).result.outcome).toBe('welcome');
});

test('two scans of a code at once are a welcome and a second one', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.isAway = true;
  const twice = [1, 1, 2].map((number) => page.recordScan({ code: codeOf(number) }, 'scanner'));
  expect((await Promise.all(twice)).map(({ result }) => result.outcome)).toEqual([
    'welcome',
    'already',
    'welcome',
  ]);
});

/** Each thing that a sync does once may be the last one that the page does. */
test('a sync that is killed at any moment loses nothing, and the server has each scan once', async () => {
  let steps = 0;
  for (let killedAt = 0; killedAt <= steps; killedAt += 1) {
    const server = createServer();
    const device = createDevice();
    const killed = await device.openPage();
    await begin(killed);
    server.isAway = true;
    for (let number = 1; number <= 105; number += 1) {
      await killed.recordScan({ code: codeOf(number) }, 'camera');
    }
    server.isAway = false;
    steps = 0;
    const ends: (() => void)[] = [];
    const hasEnded = new Promise<void>((resolve) => void ends.push(resolve));
    const step = () => {
      steps += 1;
      if (steps <= killedAt) return Promise.resolve();
      ends[0]?.();
      return new Promise<void>(() => {});
    };
    server.step = step;
    for (const name of ['keptScans', 'changeScans', 'keepList'] as const) {
      const original = killed.store[name] as (...values: unknown[]) => Promise<unknown>;
      vi.spyOn(killed.store, name).mockImplementation((async (...values: unknown[]) => {
        await step();
        const answer = await original(...values);
        await step();
        return answer;
      }) as never);
    }
    await Promise.race([hasEnded, killed.syncNow()]);
    open.get(killed)?.();
    open.delete(killed);

    server.step = async () => {};
    const next = await device.openPage();
    await begin(next);
    expect(view(next)).toMatchObject({ waiting: 0, refused: 0 });
    expect(server.recorded.size).toBe(105);
    const sent = [...server.recorded.values()].map(({ scan }) => Number(scan.code?.slice(4)));
    expect(sent).toEqual(Array.from({ length: 105 }, (_, index) => index + 1));
    const kept = await next.store.keptScans();
    expect(kept.map(({ result }) => result.outcome)).toEqual(kept.map(() => 'welcome'));
    vi.restoreAllMocks();
  }
  // Of the disk, of the first and the second batch.
  expect(steps).toBeGreaterThan(8);
});

test.each(['before', 'after'])(
  'requests that are lost %s the server recorded them are sent again under the same nonce',
  async (when) => {
    const server = createServer();
    const page = await createDevice().openPage();
    await begin(page);
    server.isAway = true;
    for (let number = 1; number <= 100; number += 1) {
      await page.recordScan({ code: codeOf(number) }, 'camera');
    }
    server.isAway = false;
    let calls = 0;
    server.step = async () => {
      calls += 1;
      // The second step of a call is after the server recorded it.
      if (calls <= 6 && (calls % 2 === 1) === (when === 'before')) throw new TypeError('no network');
    };
    for (let attempt = 0; attempt < 12; attempt += 1) await sync(page);
    expect(view(page)).toMatchObject({ waiting: 0, failingSince: null });
    expect(server.recorded.size).toBe(100);
  },
);

test('batches are of 100 at most, oldest first, and say how many more wait', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.isAway = true;
  for (let number = 1; number <= 130; number += 1) {
    await page.recordScan({ code: codeOf(number) }, 'camera');
  }
  server.isAway = false;
  await sync(page);
  expect(server.waiting()).toEqual([30, 0]);
});

test('two devices that welcomed the same player learn who was first', async () => {
  const server = createServer();
  const [first, second] = [await createDevice().openPage(), await createDevice().openPage()];
  await begin(first);
  await begin(second);
  server.isAway = true;
  for (const page of [first, second]) {
    await page.recordScan({ code: codeOf(7) }, 'camera');
    await sync(page);
  }
  expect([outcomes(first), outcomes(second)]).toEqual([['welcome'], ['welcome']]);
  server.isAway = false;
  await sync(second);
  await sync(first);
  expect([outcomes(first), outcomes(second)]).toEqual([['already'], ['welcome']]);
  expect(view(first).recent[0]?.result.first_by).toBe('Receptie');
});

test('a clock that is a day off changes neither the day nor the age', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  vi.setSystemTime(NOON - 24 * 3_600_000);
  await begin(page);
  server.isAway = true;
  const scan = await page.recordScan({ code: codeOf(1) }, 'camera');
  expect(scan).toMatchObject({ day: TODAY, scanned_at: '2026-11-28T11:00:00.000Z' });
  expect(scan.result.outcome).toBe('welcome');
  // The system sets it right.
  vi.setSystemTime(NOON);
  server.isAway = false;
  await sync(page);
  expect(server.recorded.get(scan.nonce)?.scan.age_ms).toBeLessThan(60_000);
});

test('another life of the page counts the age by the device, and never below zero', async () => {
  const server = createServer();
  const device = createDevice();
  const page = await device.openPage();
  await begin(page);
  server.isAway = true;
  const scan = await page.recordScan({ code: codeOf(1) }, 'camera');
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(1);
  const { ageOf } = await import('./clock.ts');
  vi.setSystemTime(NOON + 90_000);
  expect(ageOf(scan)).toBe(90_000);
  vi.setSystemTime(NOON - 90_000);
  expect(ageOf(scan)).toBe(0);
});

test('a device that slept counts the sleep', async () => {
  const { ageOf, thisMoment } = await import('./clock.ts');
  const moment = thisMoment();
  vi.setSystemTime(NOON + 3_600_000);
  expect(ageOf(moment)).toBe(3_600_000);
});

test('one scan that the server cannot read holds up no other', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.isAway = true;
  for (let number = 1; number <= 9; number += 1) {
    await page.recordScan({ code: codeOf(number) }, 'camera');
  }
  server.isAway = false;
  server.refuses = ({ code }) => code === codeOf(4);
  await sync(page);
  expect(view(page)).toMatchObject({ waiting: 0, refused: 1, failingSince: null });
  expect(server.recorded.size).toBe(8);
  expect(server.waiting().at(-1)).toBe(0);
});

test('an ended session keeps everything and asks for a log-in', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.status = 401;
  await page.recordScan({ code: codeOf(1) }, 'camera');
  await sync(page);
  expect(view(page)).toMatchObject({ waiting: 1, needsLogIn: true });
  server.status = 200;
  await sync(page);
  expect(view(page)).toMatchObject({ waiting: 0, needsLogIn: false });
});

test('after a log-out no name stays, and what waits is sent after the next log-in', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  await page.recordScan({ code: codeOf(1) }, 'camera');
  await sync(page);
  server.isAway = true;
  const unsent = await page.recordScan({ code: codeOf(2) }, 'camera');
  await sync(page);
  await page.forgetNames();
  expect(await page.store.keptList()).toBeUndefined();
  const kept = await page.store.keptScans();
  expect(kept).toMatchObject([{ nonce: unsent.nonce, state: 'waiting', result: { name: null } }]);
  expect(view(page).recent).toEqual(kept);
  server.isAway = false;
  await sync(page);
  expect(server.recorded.has(unsent.nonce)).toBe(true);
});

test('a list that is on its way at the log-out does not stay either', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  const forgotten = new Promise<void>((resolve) => {
    server.step = () => Promise.resolve(resolve(page.forgetNames()));
  });
  await begin(page);
  await act(() => forgotten);
  expect(await page.store.keptList()).toBeUndefined();
});

test('five minutes without a sync are told while something waits', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.isAway = true;
  await sync(page);
  vi.setSystemTime(NOON + 600_000);
  await sync(page);
  expect(view(page).isLate).toBe(false);
  await page.recordScan({ code: codeOf(1) }, 'camera');
  vi.setSystemTime(NOON + 840_000);
  await sync(page);
  expect(view(page).isLate).toBe(false);
  vi.setSystemTime(NOON + 960_000);
  await sync(page);
  expect(view(page).isLate).toBe(true);
});

test("another club's session sees nothing, and what was not sent waits for its own club", async () => {
  const server = createServer();
  const device = createDevice();
  const page = await device.openPage();
  await begin(page);
  await page.recordScan({ code: codeOf(1) }, 'camera');
  await sync(page);
  server.isAway = true;
  const unsent = await page.recordScan({ code: codeOf(2) }, 'camera');
  await sync(page);

  const other = await device.openPage();
  await begin(other, 'other-club');
  expect(await other.store.keptList()).toBeUndefined();
  server.isAway = false;
  server.moveTo('other-club');
  await sync(other);
  expect(view(other)).toMatchObject({ waiting: 0, recent: [] });
  expect(server.recorded.has(unsent.nonce)).toBe(false);
  expect((await other.store.keptScans()).map(({ nonce }) => nonce)).toEqual([unsent.nonce]);

  server.moveTo(CLUB);
  const own = await device.openPage();
  await begin(own);
  expect(server.recorded.has(unsent.nonce)).toBe(true);
});

test('what was sent, and the list, are kept for two days; what was not sent stays', async () => {
  const server = createServer();
  const device = createDevice();
  const page = await device.openPage();
  await begin(page);
  await page.recordScan({ code: codeOf(1) }, 'camera');
  await sync(page);
  server.isAway = true;
  const unsent = await page.recordScan({ code: codeOf(2) }, 'camera');
  await sync(page);
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(1);
  vi.setSystemTime(NOON + 49 * 3_600_000);
  const later = await device.openPage();
  await begin(later);
  expect(await later.store.keptList()).toBeUndefined();
  expect((await later.store.keptScans()).map(({ nonce }) => nonce)).toEqual([unsent.nonce]);
});

test('without a network the list of a day has who arrived on this device', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.isAway = true;
  await page.recordScan({ place: 'place 2' }, 'list');
  const stored = await page.store.readOfflineDay(TODAY);
  expect(stored?.day.flights[0]?.players.map(({ status }) => status)).toEqual(['expected', 'arrived']);
  expect(await page.store.readOfflineDay('2026-12-24')).toBeUndefined();
});

test('a code that the device does not know is recorded all the same', async () => {
  const server = createServer();
  const page = await createDevice().openPage();
  await begin(page);
  server.isAway = true;
  const scan = await page.recordScan({ code: `  ${'X'.repeat(300)}` }, 'camera');
  expect(scan).toMatchObject({ code: 'X'.repeat(200), state: 'waiting', result: { outcome: 'unknown' } });
});
