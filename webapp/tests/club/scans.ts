// For the tests of scanning: pages that can end at any moment, devices with a disk of their own, and the fake clubhouse
// behind a network that can be cut at any moment.
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { NewScan } from '../../src/club/api/generated/NewScan.ts';
import { clubs } from '../description.ts';
import { createClubhouse } from './clubhouse.ts';
import { codeOf, flight, hashOf, player } from './daySamples.ts';

export const CLUB = 'de-wilgenhoek';
export const TODAY = '2026-11-29';
export const TOMORROW = '2026-11-30';
export const NOON = Date.parse('2026-11-29T12:00:00+01:00');

const numbered = (number: number) =>
  player(`Speler${number}`, { place: `place ${number}`, code_hash: hashOf(codeOf(number)) });

/** Players 1 to 150 of today, and 901 of tomorrow. */
const openClubhouse = () =>
  createClubhouse({
    isDevice: true,
    now: () => NOON,
    days: {
      [TODAY]: {
        flights: [
          flight('7K3Q-9F2M', '10:40', numbered(1), numbered(2)),
          flight('0011-1100', '10:50', ...Array.from({ length: 148 }, (_, index) => numbered(index + 3))),
        ],
      },
      [TOMORROW]: { flights: [flight('4D2P-F2DB', '10:40', numbered(901))] },
    },
  });

export const offlineList = () => openClubhouse().days.offlineList();

/** Called before and after each thing that may be the last one of a page. */
export type Step = () => Promise<void>;

export function createServer() {
  const clubhouse = openClubhouse();
  const server = {
    recorded: clubhouse.days.scans,
    moveTo: clubhouse.moveTo,
    /** What each request said that still waits. */
    waiting: () => clubhouse.bodiesOf('POST /scans').map(({ waiting }) => waiting),
    isAway: false,
    status: 200,
    refuses: (() => false) as (scan: NewScan) => boolean,
    step: (async () => {}) as Step,
  };

  async function respond(address: string, method: string, text: string): Promise<Response> {
    const headers = { 'x-fairway-now': new Date(NOON).toISOString() };
    const refuse = (status: number) => Response.json({ success: false, error: 'Nee.' }, { status, headers });
    await server.step();
    if (server.isAway) throw new TypeError('no network');
    if (server.status !== 200) return refuse(server.status);
    const sent = JSON.parse(text) as { readonly scans?: readonly NewScan[] };
    if (sent.scans?.some(server.refuses)) return refuse(422);
    const url = new URL(address, 'http://fairway.test');
    const { status = 200, body } = clubhouse.respond(method, url, sent as Record<string, unknown>);
    const call = `${method} ${url.pathname.replace('/club/api', '')}`;
    const departures = await clubs.departuresOf({ call, requestBody: sent, status, body });
    if (departures.length > 0) throw new Error(departures.join('\n'));
    await server.step();
    return Response.json(body, { status, headers });
  }

  vi.stubGlobal('fetch', (address: string, { method = 'GET', body = '{}' }: RequestInit = {}) =>
    respond(address, method, body as string),
  );
  return server;
}

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
