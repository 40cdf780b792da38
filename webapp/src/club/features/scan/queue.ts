// Records scans and sends them. A scan is on the disk before anybody is told that it is recorded, and stays there until the
// server has answered it. It is sent as often as needed, under the same nonce: the server records it once.
import { now } from '@/api/clock.ts';
import { ApiError } from '@/api/error.ts';
import { clubGet, clubPost } from '@/club/api/client.ts';
import type { NewScan } from '@/club/api/generated/NewScan.ts';
import { OfflineList } from '@/club/api/generated/OfflineList.ts';
import type { ScanMethod } from '@/club/api/generated/ScanMethod.ts';
import { ScanResults } from '@/club/api/generated/ScanResults.ts';
import { createStore } from '@/ui/store.ts';
import { afterPaint } from './afterPaint.ts';
import { ageOf, thisMoment } from './clock.ts';
import { canonical, hashOf, judge, noteArrival, prepare, welcomed, type ListedPlayer } from './judge.ts';
import * as store from './store.ts';
import type { StoredScan } from './scan.ts';

/** What the server takes at once. */
const BATCH = 100;
/** What the server reads of a code. */
const LONGEST_CODE = 200;
const EVERY_MS = 30_000;
const FIRST_PAUSE_MS = 2_000;
const LIST_EVERY_MS = 60_000;
const LATE_MS = 5 * 60_000;
const KEPT_MS = 2 * 24 * 60 * 60_000;
const TRIED_AGAIN_MS = 60 * 60_000;
/** A tab that the system has put to sleep must not keep the others from sending. */
const LOCK_MS = 20_000;
const RECENT = 10;

export interface Queue {
  readonly waiting: number;
  /** Scans that the server cannot read. They are tried again each hour. */
  readonly refused: number;
  /** The last ones, newest first. */
  readonly recent: readonly StoredScan[];
  readonly isSending: boolean;
  /** Instants of this device, in milliseconds. */
  readonly lastSync: number | null;
  readonly failingSince: number | null;
  /** Nobody is logged in, or not in a role that records arrivals. */
  readonly needsLogIn: boolean;
  /** Something has waited for five minutes. */
  readonly isLate: boolean;
  /** When the server made the list, RFC 3339. */
  readonly listFrom: string | null;
}

const queue = createStore<Queue>({
  waiting: 0,
  refused: 0,
  recent: [],
  isSending: false,
  lastSync: null,
  failingSince: null,
  needsLogIn: false,
  isLate: false,
  listFrom: null,
});
export const useQueue = queue.useValue;

let club: string | undefined;
let list: OfflineList | undefined;
/** This club's scans, oldest first. */
let scans: readonly StoredScan[] = [];
let index = prepare(list, scans);
let loaded: Promise<void> | undefined;

let listAt = -Infinity;
let triedRefusedAt = -Infinity;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let isStarted = false;

type Change = Partial<Pick<Queue, 'isSending' | 'lastSync' | 'failingSince' | 'needsLogIn'>>;

function publish(change: Change = {}): void {
  const waiting = scans.filter(({ state }) => state === 'waiting');
  const before = queue.get();
  const recent = scans.slice(-RECENT).toReversed();
  queue.set({
    ...before,
    waiting: waiting.length,
    refused: scans.filter(({ state }) => state === 'refused').length,
    recent: isSameList(before.recent, recent) ? before.recent : recent,
    isLate: waiting.some((scan) => ageOf(scan) > LATE_MS),
    listFrom: list?.server_time ?? null,
    ...change,
  });
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, at) => item === other[at]);

let last: Promise<unknown> = Promise.resolve();

/** One after the other: two scans of a code within a moment are a welcome and a second scan. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const turn = last.then(work, work);
  last = turn.catch(() => {});
  return turn;
}

/** Reads what is kept, which another tab may have changed, and removes what was kept long enough. */
async function load(): Promise<void> {
  club = await store.keptClub();
  list = await store.keptList();
  if (list && now() - Date.parse(list.server_time) > KEPT_MS) {
    await store.forgetList();
    list = undefined;
  }
  if (!list) listAt = -Infinity;
  const all = await store.keptScans();
  const isOver = (scan: StoredScan) => scan.state === 'sent' && (scan.club !== club || ageOf(scan) > KEPT_MS);
  const over = all.filter(isOver);
  if (over.length > 0) await store.removeScans(over);
  const known = new Map(scans.map((scan) => [scan.order, scan]));
  const latest = all.at(-1)?.order ?? -Infinity;
  scans = all
    .filter((scan) => scan.club === club && !isOver(scan))
    // The same object while nothing changed: lists need not show it again.
    .map((scan) => (known.get(scan.order)?.state === scan.state ? (known.get(scan.order) ?? scan) : scan))
    // Somebody scanned while this was read.
    .concat(scans.filter((scan) => scan.club === club && scan.order > latest));
  index = prepare(list, scans);
  publish();
}

function whenLoaded(): Promise<void> {
  loaded ??= inTurn(load).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Shows what waits where nobody may send it. */
export function showQueue(): void {
  whenLoaded().then(
    () => publish({ needsLogIn: true }),
    () => {},
  );
}

/** Follows the network for the club of the session. The result ends it. */
export function startQueue(sessionClub: string): () => void {
  isStarted = true;
  failures = 0;
  publish({ needsLogIn: false });
  loaded = inTurn(async () => {
    await store.keepClub(sessionClub);
    await load();
  });
  // What cannot be kept is told where somebody scans.
  loaded.then(syncNow, () => (loaded = undefined));
  // Otherwise a browser that runs out of space may remove what was not sent.
  void navigator.storage?.persist?.();
  const sync = () => {
    if (document.visibilityState === 'visible') void syncNow();
  };
  window.addEventListener('online', sync);
  window.addEventListener('focus', sync);
  document.addEventListener('visibilitychange', sync);
  return () => {
    isStarted = false;
    clearTimeout(timer);
    window.removeEventListener('online', sync);
    window.removeEventListener('focus', sync);
    document.removeEventListener('visibilitychange', sync);
  };
}

/** After a log-out, or when the access has ended: no name stays here. What waits stays, without the name. */
export async function forgetNames(): Promise<void> {
  await inTurn(forget);
  if (!running) return;
  // What was on its way then has brought names.
  await running;
  await inTurn(forget);
}

async function forget(): Promise<void> {
  await store.forgetList();
  const kept = await store.keptScans();
  await store.removeScans(kept.filter(({ state }) => state === 'sent'));
  const unsent = kept.filter(({ state }) => state !== 'sent');
  await store.changeScans(unsent.map((scan) => ({ ...scan, result: { ...scan.result, name: null } })));
  scans = [];
  await load();
}

export type Scanned = { readonly code: string } | { readonly place: string };

/** Works without a network. Resolves with this device's answer when the scan is on the disk; rejects when it is not. */
export async function recordScan(scanned: Scanned, method: ScanMethod): Promise<StoredScan> {
  await whenLoaded();
  const scan = await inTurn(() => record(scanned, method));
  // While sending fails, the pauses grow, however much is scanned.
  afterPaint(() => {
    if (failures === 0 && isStarted) void syncNow();
  });
  return scan;
}

async function record(scanned: Scanned, method: ScanMethod): Promise<StoredScan> {
  if (club === undefined) throw new Error('no club has used this browser');
  const moment = thisMoment();
  const nonce = crypto.randomUUID();
  const what = 'code' in scanned ? { code: scanned.code.trim().slice(0, LONGEST_CODE) } : scanned;
  const found = 'code' in what ? index.byHash.get(await hashOf(what.code)) : index.byPlace.get(what.place);
  const result = { nonce, ...judge(index, found, moment.day) };
  const scan = await store.addScan({ ...moment, ...what, nonce, club, method, result, state: 'waiting' });
  scans = [...scans.filter(({ order }) => order !== scan.order), scan];
  noteArrival(index, scan);
  // The answer is shown first.
  afterPaint(publish);
  return scan;
}

/** The players with this booking number, today's before tomorrow's. */
export const playersOf = (bookingNumber: string): readonly ListedPlayer[] =>
  index.byNumber.get(canonical(bookingNumber)) ?? [];

export const hasArrived = (place: string): boolean => index.arrivals.has(place);

let running: Promise<void> | undefined;
let isAskedAgain = false;

/** Sends what waits, oldest first, and renews the list. Never rejects: `useQueue` says how it went. */
export function syncNow(): Promise<void> {
  isAskedAgain = running !== undefined;
  running ??= (async () => {
    let isDone = true;
    do {
      isAskedAgain = false;
      isDone = await exclusively(synchronise);
    } while (isAskedAgain && isDone);
    running = undefined;
  })();
  return running;
}

/** In one tab at a time, in browsers that can. Two that send the same harm nobody. */
async function exclusively(work: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return work();
  const options = { signal: AbortSignal.timeout(LOCK_MS) };
  return navigator.locks.request('fairway-club-sync', options, work).catch(work);
}

/** False: it failed, and is tried again after a pause. */
async function synchronise(): Promise<boolean> {
  clearTimeout(timer);
  publish({ isSending: true });
  let pause = EVERY_MS;
  try {
    await whenLoaded();
    // Not in turn: no scan waits for it.
    await load();
    await tryRefusedAgain();
    const isSent = await sendAll();
    // Two calls: the list must not keep a scan from being told as sent.
    if (isSent) succeeded();
    if (await renewList()) succeeded();
    failures = 0;
  } catch (error) {
    failures += 1;
    const { status = 0, retryAfter = 0 } = error instanceof ApiError ? error : {};
    pause = Math.min(EVERY_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    pause = Math.max(pause, retryAfter * 1_000);
    publish({
      failingSince: queue.get().failingSince ?? Date.now(),
      needsLogIn: status === 401 || status === 403,
    });
  }
  publish({ isSending: false });
  if (isStarted) timer = setTimeout(() => void syncNow(), pause);
  return failures === 0;
}

const succeeded = () => publish({ lastSync: Date.now(), failingSince: null, needsLogIn: false });

async function tryRefusedAgain(): Promise<void> {
  if (performance.now() - triedRefusedAt < TRIED_AGAIN_MS) return;
  const refused = scans.filter(({ state }) => state === 'refused');
  if (refused.length > 0) await keep(refused.map((scan) => ({ ...scan, state: 'waiting' })));
  triedRefusedAt = performance.now();
}

async function sendAll(): Promise<boolean> {
  for (let isSent = false; ; isSent = true) {
    const waiting = scans.filter(({ state }) => state === 'waiting');
    if (waiting.length === 0) return isSent;
    await send(waiting.slice(0, BATCH), waiting.length);
  }
}

/** The server refuses a batch in which it cannot read one scan: the batch is halved until that one is alone. */
async function send(batch: readonly StoredScan[], waiting: number): Promise<void> {
  const body = { waiting: waiting - batch.length, scans: batch.map(asSent) };
  let answer: ScanResults;
  try {
    answer = await clubPost(ScanResults, '/scans', body);
  } catch (error) {
    if (!(error instanceof ApiError && [400, 413, 422].includes(error.status))) throw error;
    if (batch.length === 1) return keep(batch.map((scan) => ({ ...scan, state: 'refused' })));
    const half = Math.ceil(batch.length / 2);
    await send(batch.slice(0, half), waiting);
    return send(batch.slice(half), waiting - half);
  }
  const own = welcomed([
    ...scans.filter(({ state }) => state === 'sent'),
    ...answer.results.map((result) => ({ result })),
  ]);
  const results = new Map(answer.results.map((result) => [result.nonce, result]));
  const answered = batch.flatMap((scan): StoredScan[] => {
    const told = results.get(scan.nonce);
    if (!told) return [];
    // The server names the device, which calls itself `dit toestel`.
    const result = own.has(told.place) ? { ...told, first_by: null } : told;
    return [{ ...scan, result, state: 'sent', answeredAt: now() }];
  });
  if (answered.length === 0) throw new ApiError('shape', 200);
  await keep(answered);
}

function asSent(scan: StoredScan): NewScan {
  const { nonce, day, scanned_at, method, code, place } = scan;
  const what = code === undefined ? { place } : { code };
  return { nonce, day, scanned_at, age_ms: Math.round(ageOf(scan)), method, ...what } as NewScan;
}

async function keep(changed: readonly StoredScan[]): Promise<void> {
  await store.changeScans(changed);
  const byOrder = new Map(changed.map((scan) => [scan.order, scan]));
  scans = scans.map((scan) => byOrder.get(scan.order) ?? scan);
  index = prepare(list, scans);
  publish();
}

async function renewList(): Promise<boolean> {
  if (performance.now() - listAt < LIST_EVERY_MS) return false;
  const renewed = await clubGet(OfflineList, '/offline');
  // Somebody of another club has logged in meanwhile, in another tab.
  if (renewed.club_id !== club) return false;
  await store.keepList(renewed);
  listAt = performance.now();
  list = renewed;
  index = prepare(list, scans);
  return true;
}
