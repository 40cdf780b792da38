// Sample answers about a member's past: rounds, and how the rights of a pass were used.
import type { MemberLedgerLine } from '../../src/operator/api/generated/MemberLedgerLine.ts';
import type { PastRoundView } from '../../src/operator/api/generated/PastRoundView.ts';

const club = { id: 'de-wilgenhoek', name: 'De Wilgenhoek' };

export const forfeiture = {
  by: 'Jan de Vries',
  at: '2026-11-14T08:31:00+01:00',
  position: 1039,
  reason: null,
};

export const pastRounds = (): PastRoundView[] => [
  {
    booking_id: '0197a3c2-5555-7c42-9d0e-3f2a1b4c5d6e',
    number: 'A1B2-C3D4',
    place_id: 'place-7',
    club,
    play_date: '2026-11-01',
    holes: 9,
    right: 'pass',
    leads: true,
    players: ['Jan de Vries', 'Sanne de Vries'],
    outcome: 'played',
    cancelled_at: null,
    club_notice: null,
  },
  {
    booking_id: '0197a3c2-6666-7c42-9d0e-3f2a1b4c5d6e',
    number: 'E5F6-G7H8',
    place_id: 'place-8',
    club,
    play_date: '2026-10-20',
    holes: 18,
    right: 'pass',
    leads: false,
    players: [],
    outcome: 'cancelled_by_club',
    cancelled_at: '2026-10-19T17:00:00+02:00',
    club_notice: 'Vorst',
  },
];

export const ledgerLines = (): MemberLedgerLine[] => [
  {
    date: '2026-11-14',
    kind: 'vervallen',
    club,
    holes: 18,
    play_date: '2026-11-14',
    booking_id: '0197a3c2-3333-7c42-9d0e-3f2a1b4c5d6e',
    place_id: 'place-5',
    explanation: 'Op de speeldatum afgemeld.',
    act: forfeiture,
  },
  {
    date: '2026-11-02',
    kind: 'gebruikt',
    club,
    holes: 18,
    play_date: '2026-11-14',
    booking_id: '0197a3c2-3333-7c42-9d0e-3f2a1b4c5d6e',
    place_id: 'place-5',
    explanation: null,
    act: null,
  },
];
