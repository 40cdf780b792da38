// Sample events of one member, as many as a test wants.
import type { LinkedEvent } from '../../src/operator/api/generated/LinkedEvent.ts';
export const JAN = '0197a3c1-5b1e-7c42-9d0e-3f2a1b4c5d6e';
export const SANNE = '0197a3c1-9999-7c42-9d0e-3f2a1b4c5d6e';
export const BOOKING = '0197a3c2-1111-7c42-9d0e-3f2a1b4c5d6e';

const actors = {
  member: { kind: 'member', member: JAN, name: 'Jan de Vries', by: 'member', text: 'Jan de Vries' },
  operator: { kind: 'operator', member: null, name: 'Esra Kaya', by: 'support', text: 'operator Esra Kaya' },
  system: { kind: 'system', member: null, name: 'Fairway', by: 'system', text: 'the system' },
};

const KINDS = [
  [
    'RoundBooked',
    'Jan de Vries booked a round of 18 holes at De Wilgenhoek for 28 November 2026',
    'member',
    null,
  ],
  ['PlayerAdded', 'Sanne Bakker was added to the round at De Wilgenhoek of 28 November 2026', 'member', null],
  ['PlaceCancelled', 'Jan de Vries cancelled his own place', 'member', null],
  ['ProfileChanged', 'Jan de Vries changed his telephone number', 'member', null],
  [
    'VoucherIssued',
    'A voucher of € 25.00 was issued to Jan de Vries',
    'operator',
    'Compensation for a closed course, call of 3 November',
  ],
  ['RoundReminded', 'A reminder about the round of 28 November 2026 was sent', 'system', null],
] as const;

const CATEGORIES: Readonly<Record<string, string>> = { VoucherIssued: 'rights', ProfileChanged: 'account' };

/** The `sequence`th event of the member, one every 7 minutes and 13 seconds. */
export function sampleEvent(sequence: number): LinkedEvent {
  const [event, what, actor, reason] = KINDS[(sequence - 1) % KINDS.length] ?? KINDS[0];
  const instant = new Date(Date.UTC(2026, 10, 1, 8) + sequence * 433_000);
  const position = 1000 + sequence * 3;
  return {
    position,
    at: `${new Date(instant.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`,
    stream: `member-${JAN}`,
    sequence,
    event,
    actor: actors[actor],
    what: `${what} (${JAN})`,
    sentence: what,
    category: CATEGORIES[event] ?? 'bookings',
    weight: 50,
    number: '',
    reason,
    correlation_id: `c0ffee00-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    payload: {
      type: event,
      version: 1,
      member: JAN,
      number: sequence,
      club: 'de-wilgenhoek',
      players: [JAN, SANNE],
    },
    subjects: [
      { kind: 'member', id: JAN, title: 'Jan de Vries' },
      { kind: 'booking', id: BOOKING, title: 'FW-7K2M' },
      { kind: 'club_day', id: 'de-wilgenhoek/2026-11-28', title: 'De Wilgenhoek, 28 November 2026' },
    ],
  };
}
