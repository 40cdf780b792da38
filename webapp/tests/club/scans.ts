// For the tests of scanning: pages that can end at any moment, devices with a disk of their own, and the server's side.
import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { NewScan } from '../../src/club/api/generated/NewScan.ts';
import type { OfflineList } from '../../src/club/api/generated/OfflineList.ts';
import type { OfflinePlayer } from '../../src/club/api/generated/OfflinePlayer.ts';
import type { ScanResult } from '../../src/club/api/generated/ScanResult.ts';

export const CLUB = 'de-wilgenhoek';
export const TODAY = '2026-11-29';
export const TOMORROW = '2026-11-30';
export const NOON = Date.parse('2026-11-29T12:00:00+01:00');

/** A code of the right form for each number. */
export const codeOf = (number: number): string => `698K${String(number).padStart(52, '0')}`;
const hash = (code: string) => createHash('sha256').update(code).digest('hex');

export const player = (number: number, change: Partial<OfflinePlayer> = {}): OfflinePlayer => ({
  place: `place ${number}`,
  short_name: `Speler ${number}`,
  code_hash: hash(codeOf(number)),
  status: 'expected',
  arrived_at: null,
  arrived_by: null,
  ...change,
});

const flight = (booking_number: string, players: readonly OfflinePlayer[]) => ({
  booking_number,
  holes: 18,
  start_time: '10:40',
  players: [...players],
});

/** Players 1 to 150 of today, and 901 of tomorrow. */
export const listOf = (serverTime: number, club = CLUB): OfflineList => ({
  club_id: club,
  server_time: new Date(serverTime).toISOString(),
  days: [
    {
      date: TODAY,
      flights: [
        flight('7K3Q-9F2M', [player(1), player(2)]),
        flight(
          '0011-1100',
          Array.from({ length: 148 }, (_, index) => player(index + 3)),
        ),
      ],
    },
    { date: TOMORROW, flights: [flight('4D2P-F2DB', [player(901)])] },
  ],
});

/** Called before and after each thing that may be the last one of a page. */
export type Step = () => Promise<void>;

export function createServer() {
  const recorded = new Map<string, { readonly scan: NewScan; readonly result: ScanResult }>();
  const arrived = new Map<string, string>();
  const waiting: number[] = [];
  const server = {
    recorded,
    /** What each request said that still waits. */
    waiting,
    isAway: false,
    status: 200,
    refuses: (() => false) as (scan: NewScan) => boolean,
    now: () => NOON,
    club: CLUB,
    step: (async () => {}) as Step,
  };

  function record(scan: NewScan): ScanResult {
    const known = recorded.get(scan.nonce);
    if (known) {
      const { age_ms: _, ...same } = known.scan;
      const { age_ms: __, ...sent } = scan;
      if (JSON.stringify(same) !== JSON.stringify(sent)) throw new Error('sent again with other contents');
      return known.result;
    }
    const place = scan.place ?? (scan.code ? `place ${Number(scan.code.slice(4))}` : null);
    const first = place === null ? undefined : arrived.get(place);
    if (place !== null && !first) arrived.set(place, new Date(server.now() - scan.age_ms).toISOString());
    const result: ScanResult = {
      nonce: scan.nonce,
      outcome: first ? 'already' : 'welcome',
      name: place,
      place,
      booking_number: null,
      holes: 18,
      first_at: first ?? null,
      first_by: first ? 'Tablet receptie' : null,
      play_date: scan.day,
      club_name: null,
    };
    recorded.set(scan.nonce, { scan, result });
    return result;
  }

  async function respond(address: string, body: string | undefined): Promise<Response> {
    const headers = { 'x-fairway-now': new Date(server.now()).toISOString() };
    const fail = (status: number) => Response.json({ success: false, error: 'Nee.' }, { status, headers });
    await server.step();
    if (server.isAway) throw new TypeError('no network');
    if (server.status !== 200) return fail(server.status);
    if (address.endsWith('/session')) return Response.json(session(server.club), { headers });
    if (address.endsWith('/offline')) {
      await server.step();
      return Response.json(listOf(server.now(), server.club), { headers });
    }
    const sent = JSON.parse(body ?? '') as { waiting: number; scans: NewScan[] };
    if (sent.scans.length > 100 || sent.scans.some(server.refuses)) return fail(422);
    waiting.push(sent.waiting);
    const results = sent.scans.map(record);
    await server.step();
    return Response.json({ results }, { headers });
  }

  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    respond(address, init?.body as string | undefined),
  );
  return server;
}

export const session = (club: string) => ({
  name: 'Balie',
  email: null,
  kind: 'device',
  role: 'desk',
  club_id: club,
  club_name: 'Golfclub De Wilgenhoek',
  csrf_token: 'csrf-1',
  has_second_factor: false,
  expires_at: '2026-12-29T09:00:00+01:00',
  server_time: new Date(NOON).toISOString(),
  environment: 'development',
});

/** A device; its pages share its disk, and nothing else. */
export function createDevice() {
  const disk = new IDBFactory();
  return {
    async openPage() {
      vi.stubGlobal('indexedDB', disk);
      vi.resetModules();
      const store = await import('../../src/club/features/scan/store.ts');
      const queue = await import('../../src/club/features/scan/queue.ts');
      // The page opens its disk now: another device's may take its place.
      await store.keptClub();
      return { ...queue, store };
    },
  };
}

export type OpenPage = Awaited<ReturnType<ReturnType<typeof createDevice>['openPage']>>;
