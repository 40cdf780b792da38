// The players to be added to a booking. They are in session storage between the two screens, so that a reload of the
// second one neither loses them nor sends them twice.
import * as z from 'zod/mini';
import { player, type Player } from '@/api/schemas.ts';
import { getSession } from '@/session/session.ts';

const STORED = 'fairway:addition';

const addition = z.object({
  owner: z.string(),
  reservationId: z.string(),
  players: z.array(player),
  /** The idempotency key; null until the member pressed `verder`. */
  key: z.nullable(z.string()),
  outcome: z.enum(['open', 'added', 'rejected']),
});

export type Addition = z.infer<typeof addition>;

const ownerNow = () => getSession().email ?? '';

/** What was chosen for this booking, if anything was, by this member. */
export function readAddition(reservationId: string): Addition {
  const none: Addition = { owner: ownerNow(), reservationId, players: [], key: null, outcome: 'open' };
  try {
    const parsed = z.safeParse(addition, JSON.parse(sessionStorage.getItem(STORED) ?? 'null'));
    const mine = parsed.data?.owner === none.owner && parsed.data.reservationId === reservationId;
    return mine && parsed.data ? parsed.data : none;
  } catch {
    return none;
  }
}

function store(changed: Addition): Addition {
  sessionStorage.setItem(STORED, JSON.stringify(changed));
  return changed;
}

/** Another choice is another request. */
export function choosePlayers(reservationId: string, players: readonly Player[]): void {
  store({ ...readAddition(reservationId), players: [...players], key: null, outcome: 'open' });
}

/** The players still to be sent: after a success the list is empty. */
export function chosenPlayers(reservationId: string): readonly Player[] {
  const { players, outcome } = readAddition(reservationId);
  return outcome === 'added' ? [] : players;
}

/** Gives the choice its key. A rejected one gets another: under the former the server would repeat its response. */
export function requestAddition(reservationId: string): Addition {
  const current = readAddition(reservationId);
  if (current.key && current.outcome === 'open') return current;
  return store({ ...current, key: crypto.randomUUID(), outcome: 'open' });
}

export function settleAddition(
  reservationId: string,
  key: string | null,
  outcome: 'added' | 'rejected',
): void {
  const current = readAddition(reservationId);
  if (current.key === key) store({ ...current, outcome });
}
