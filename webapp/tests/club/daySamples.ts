// Players, rounds and days of a club, as the fake clubhouse has them.
import { createHash } from 'node:crypto';
import type { ArrivalDay } from '../../src/club/api/generated/ArrivalDay.ts';
import type { ArrivalFlight } from '../../src/club/api/generated/ArrivalFlight.ts';
import type { ArrivalPlayer } from '../../src/club/api/generated/ArrivalPlayer.ts';
import type { IrregularScan } from '../../src/club/api/generated/IrregularScan.ts';
import { addDays } from '../../src/ui/format.ts';

/** What differs from day to day. */
export interface DayContents extends Pick<ArrivalDay, 'flights' | 'waiting' | 'irregular' | 'closed'> {
  /** Places at most on this day alone. */
  readonly limit: number | null;
}
/** By date. */
export type DaysContents = Readonly<Record<string, Partial<DayContents>>>;

/** Places at most on a usual day. */
export const DAILY_CAPACITY = 72;

/** A code of the right form for each number. */
export const codeOf = (number: number): string => `698K${String(number).padStart(52, '0')}`;
export const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

export const player = (name: string, changed: Partial<ArrivalPlayer> = {}): ArrivalPlayer => ({
  place: `place of ${name}`,
  name,
  entitled_by: 'pass',
  code_hash: '',
  status: 'expected',
  arrived_at: null,
  arrived_by: null,
  method: null,
  seen_again: 0,
  played_holes: 18,
  walk_in: false,
  irregular: false,
  absence: null,
  has_left: false,
  ...changed,
});

export const arrived = (name: string, changed: Partial<ArrivalPlayer> = {}) =>
  player(name, {
    status: 'arrived',
    arrived_at: '2026-11-28T10:12:00+01:00',
    arrived_by: 'Starter',
    method: 'camera',
    ...changed,
  });

export const flight = (
  booking_number: string,
  start_time: string | null,
  ...players: readonly ArrivalPlayer[]
): ArrivalFlight => ({
  booking: booking_number,
  booking_number,
  holes: 18,
  start_time,
  players: [...players],
});

export const irregularScan = (scan: string, changed: Partial<IrregularScan> = {}): IrregularScan => ({
  scan,
  why: 'other_day',
  at: '2026-11-28T10:12:00+01:00',
  by: 'Starter',
  method: 'camera',
  name: 'Jan de Vries',
  place: 'place of Jan de Vries',
  holes: 18,
  play_date: '2026-11-30',
  club_name: null,
  counts: null,
  reason: null,
  ...changed,
});

export function dayOf(flights: ArrivalDay['flights'], changed: Partial<ArrivalDay> = {}): ArrivalDay {
  const players = flights.flatMap((one) => one.players);
  return {
    date: '2026-11-28',
    club_name: 'Golfclub De Wilgenhoek',
    read_at: new Date().toISOString(),
    first_date: '2020-01-01',
    last_date: '2099-01-01',
    can_correct: true,
    capacity: null,
    closed: null,
    expected: players.length,
    arrived: players.filter(({ status }) => status === 'arrived').length,
    flights,
    waiting: [],
    irregular: [],
    devices: [],
    ...changed,
  };
}

/** A day with all that a list can show, and those around it. */
export function sampleDays(today: string): DaysContents {
  const at = (time: string) => `${today}T${time}:00+01:00`;
  const unknown = { why: 'unknown', name: null, place: null, holes: null, play_date: null } as const;
  return {
    [addDays(today, -1)]: {
      flights: [
        flight('0011-1100', '11:20', arrived('Noor Kok'), player('Bram Smit')),
        flight('5H7J-K8MN', null, player('Lotte Prins')),
      ],
      irregular: [
        irregularScan('cancelled', { why: 'cancelled', name: 'Lotte Prins', place: 'place of Lotte Prins' }),
        irregularScan('elsewhere', {
          why: 'other_club',
          name: null,
          place: null,
          club_name: 'Golfclub De Heide',
          counts: false,
          reason: 'Verkeerde code',
        }),
      ],
    },
    [today]: {
      flights: [
        flight(
          '7K3Q-9F2M',
          '09:10',
          player('Jan de Vries', { code_hash: hashOf(codeOf(1)) }),
          arrived('Sanne Bakker', { arrived_at: at('08:55'), seen_again: 2, played_holes: 9 }),
        ),
        flight(
          '4D2P-F2DB',
          '09:20',
          player('Fatima El Idrissi', { entitled_by: 'bonus', status: 'annulled' }),
          player('Anouk Visser', { entitled_by: 'voucher', code_hash: hashOf(codeOf(2)) }),
          arrived('Piet Mol', { arrived_at: at('09:15'), irregular: true }),
        ),
        flight(
          '3X8N-C5T6',
          null,
          arrived('Kees Blom', {
            arrived_at: at('10:05'),
            arrived_by: 'Receptie',
            method: 'list',
            walk_in: true,
          }),
        ),
      ],
      waiting: [
        { names: ['Eva Mulder', 'Tom de Boer'], holes: 18 },
        { names: ['Ruud Post'], holes: 9 },
      ],
      irregular: [
        irregularScan('moved', { at: at('09:40'), play_date: today }),
        irregularScan('unknown', { ...unknown, at: at('09:45'), by: 'Receptie', method: 'scanner' }),
        irregularScan('counted', {
          at: at('09:15'),
          name: 'Piet Mol',
          counts: true,
          reason: 'Heeft hier gespeeld',
        }),
      ],
    },
    [addDays(today, 1)]: {
      limit: 40,
      flights: [flight('6T4R-W2YZ', '10:40', player('Ilse Kamp', { code_hash: hashOf(codeOf(3)) }))],
    },
    [addDays(today, 2)]: { closed: { by: 'day', reason: 'Vorst op de baan' } },
  };
}
