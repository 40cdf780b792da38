// What a device says about a scan without asking the server: from the list that it keeps and the scans that it made.
import type { OfflineFlight } from '@/club/api/generated/OfflineFlight.ts';
import type { OfflineList } from '@/club/api/generated/OfflineList.ts';
import type { OfflinePlayer } from '@/club/api/generated/OfflinePlayer.ts';
import type { ScanResult } from '@/club/api/generated/ScanResult.ts';
import type { StoredScan } from './scan.ts';

export interface ListedPlayer {
  readonly player: OfflinePlayer;
  readonly flight: OfflineFlight;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

interface Seen {
  readonly at: string;
  /** Null: this device. */
  readonly by: string | null;
}

export interface Index {
  readonly byHash: ReadonlyMap<string, ListedPlayer>;
  readonly byPlace: ReadonlyMap<string, ListedPlayer>;
  readonly byNumber: ReadonlyMap<string, readonly ListedPlayer[]>;
  readonly arrivals: Map<string, Seen>;
}

export type Judgement = Omit<ScanResult, 'nonce'>;

/**
 * As the server reads a code or a booking number: in either case, with or without spaces and dashes, O as 0, I and L as 1
 * (support/documents/src/signing/voucher_code.rs). The QR codes of the app and of the PDF hold the code alone.
 */
export const canonical = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Crockford's base 32 (events/src/booking_number.rs). */
export const isBookingNumber = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{8}$/.test(canonical(text));

const NUMBER_LENGTH = 8;
/** The QR code of a voucher of a past day, which is as long as a number. */
const LAPSED = canonical('VERLOPEN');

/** What is longer than a booking number is a code, readable or not. */
export function isCode(text: string): boolean {
  const read = canonical(text);
  return read.length > NUMBER_LENGTH || read === LAPSED;
}

/** The hash of a code in the list. */
export async function hashOf(code: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(code)));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Made once for a list, so that a scan is found at once. `scans` are this club's. */
export function prepare(list: OfflineList | undefined, scans: readonly StoredScan[]): Index {
  const listed = (list?.days ?? []).flatMap(({ date, flights }) =>
    flights.flatMap((flight) => flight.players.map((player) => ({ player, flight, date }))),
  );
  const byNumber = new Map<string, ListedPlayer[]>();
  for (const entry of listed) {
    const number = canonical(entry.flight.booking_number);
    byNumber.set(number, [...(byNumber.get(number) ?? []), entry]);
  }
  const index: Index = {
    byHash: new Map(listed.map((entry) => [entry.player.code_hash, entry])),
    byPlace: new Map(listed.map((entry) => [entry.player.place, entry])),
    byNumber,
    arrivals: new Map(),
  };
  const own = welcomed(scans.filter(({ state }) => state === 'sent'));
  for (const { player } of listed) {
    if (player.status === 'arrived') {
      const by = own.has(player.place) ? null : player.arrived_by;
      index.arrivals.set(player.place, { at: player.arrived_at ?? '', by });
    }
  }
  // The list has what was sent before it was made.
  const listedUntil = Date.parse(list?.server_time ?? '1970-01-01');
  for (const scan of scans) if ((scan.answeredAt ?? Infinity) > listedUntil) noteArrival(index, scan);
  return index;
}

/** The places whose first scan was one of these. */
export const welcomed = (scans: readonly Pick<StoredScan, 'result'>[]): ReadonlySet<string | null> =>
  new Set(scans.filter(({ result }) => result.outcome === 'welcome').map(({ result }) => result.place));

/** Whoever was welcomed has arrived. */
export function noteArrival(index: Index, { result, scanned_at }: Pick<StoredScan, 'result' | 'scanned_at'>) {
  const { outcome, place, first_at, first_by } = result;
  if (place === null || index.arrivals.has(place)) return;
  if (outcome === 'welcome') index.arrivals.set(place, { at: scanned_at, by: null });
  if (outcome === 'already') index.arrivals.set(place, { at: first_at ?? scanned_at, by: first_by });
}

export function judge(index: Index, found: ListedPlayer | undefined, day: string): Judgement {
  const answer: Judgement = {
    outcome: 'unknown',
    name: found?.player.short_name ?? null,
    place: found?.player.place ?? null,
    booking_number: found?.flight.booking_number ?? null,
    holes: found?.flight.holes ?? null,
    first_at: null,
    first_by: null,
    play_date: found?.date ?? null,
    club_name: null,
  };
  if (!found) return answer;
  if (found.date !== day) return { ...answer, outcome: 'other_day' };
  const seen = index.arrivals.get(found.player.place);
  if (!seen) return { ...answer, outcome: 'welcome' };
  return { ...answer, outcome: 'already', first_at: seen.at, first_by: seen.by };
}
