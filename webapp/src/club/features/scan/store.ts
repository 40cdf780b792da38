// What this device keeps: the list of one club, and the scans. A scan that was not sent stays until its own club sends it.
import { now } from '@/api/clock.ts';
import type { OfflineDay } from '@/club/api/generated/OfflineDay.ts';
import type { OfflineList } from '@/club/api/generated/OfflineList.ts';
import { prepare } from './judge.ts';
import type { NewlyScanned, StoredScan } from './scan.ts';

const NAME = 'fairway-club';
let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('kept');
      request.result.createObjectStore('scans', { keyPath: 'order', autoIncrement: true });
    });
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('success', () => {
      // A browser may close it, for one when somebody removes the site's data.
      request.result.addEventListener('close', () => (opened = undefined));
      resolve(request.result);
    });
  });
}

type Work<Value> = (kept: IDBObjectStore, scans: IDBObjectStore) => IDBRequest<Value>;

/** Does the work in one transaction. When it is done, the change is on the disk and survives the end of the browser. */
async function transact<Value>(mode: IDBTransactionMode, work: Work<Value>): Promise<Value> {
  try {
    opened ??= openDatabase();
    const transaction = (await opened).transaction(['kept', 'scans'], mode, { durability: 'strict' });
    return await new Promise((resolve, reject) => {
      const request = work(transaction.objectStore('kept'), transaction.objectStore('scans'));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  } catch (error) {
    // The next attempt opens it anew.
    opened = undefined;
    throw error;
  }
}

/** The club whose devices and accounts use this browser now. The list of another one is removed. */
export async function keepClub(club: string): Promise<void> {
  if ((await keptClub()) === club) return;
  await transact('readwrite', (kept) => {
    kept.delete('list');
    return kept.put(club, 'club');
  });
}

export const keptClub = (): Promise<string | undefined> => transact('readonly', (kept) => kept.get('club'));

export const keepList = (list: OfflineList): Promise<unknown> =>
  transact('readwrite', (kept) => kept.put(list, 'list'));

export const keptList = (): Promise<OfflineList | undefined> =>
  transact('readonly', (kept) => kept.get('list'));

export const forgetList = (): Promise<undefined> => transact('readwrite', (kept) => kept.delete('list'));

/** Of every club, oldest first. */
export const keptScans = (): Promise<readonly StoredScan[]> =>
  transact('readonly', (_, scans) => scans.getAll());

export async function addScan(scan: NewlyScanned): Promise<StoredScan> {
  const order = await transact('readwrite', (_, scans) => scans.add(scan));
  return { ...scan, order: Number(order) };
}

export const changeScans = (changed: readonly StoredScan[]): Promise<unknown> =>
  transact('readwrite', (_, scans) => {
    for (const scan of changed) scans.put(scan);
    return scans.count();
  });

export const removeScans = (removed: readonly StoredScan[]): Promise<unknown> =>
  transact('readwrite', (_, scans) => {
    for (const { order } of removed) scans.delete(order);
    return scans.count();
  });

interface StoredDay {
  readonly day: OfflineDay;
  /** When the server made it, in milliseconds of this device's clock. */
  readonly at: number;
}

/** A day of the list, with those who arrived by scans of this device that the list does not have yet. */
export async function readOfflineDay(date: string): Promise<StoredDay | undefined> {
  const list = await keptList();
  const listed = list?.days.find((day) => day.date === date);
  if (!list || !listed) return undefined;
  const scans = (await keptScans()).filter(({ club }) => club === list.club_id);
  const { arrivals } = prepare(list, scans);
  const flights = listed.flights.map((flight) => ({
    ...flight,
    players: flight.players.map((player) => {
      const seen = arrivals.get(player.place);
      if (!seen || player.status === 'arrived') return player;
      return { ...player, status: 'arrived' as const, arrived_at: seen.at, arrived_by: seen.by };
    }),
  }));
  return { day: { date, flights }, at: Date.parse(list.server_time) - (now() - Date.now()) };
}
