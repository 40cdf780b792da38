// The players to be added to a booking. They are in session storage between the two screens, so that a reload of the
// second one neither loses them nor sends them twice.
import * as z from 'zod/mini';
import { player, type Player } from '@/api/player.ts';
import { getSession } from '@/session/session.ts';

const STORED = 'fairway:addition';

const addition = z.object({
  owner: z.string(),
  reservationId: z.string(),
  players: z.array(player),
  /** The idempotency key; null until the member sends it. */
  key: z.nullable(z.string()),
  outcome: z.enum(['open', 'added', 'rejected']),
});

export type Addition = z.infer<typeof addition>;

const currentOwner = () => getSession().email ?? '';

/** The member's stored choice for this booking; empty if there is none. */
export function readAddition(reservationId: string): Addition {
  const emptyAddition: Addition = {
    owner: currentOwner(),
    reservationId,
    players: [],
    key: null,
    outcome: 'open',
  };
  try {
    const parsed = z.safeParse(addition, JSON.parse(sessionStorage.getItem(STORED) ?? 'null'));
    const isOfThisBooking =
      parsed.data?.owner === emptyAddition.owner && parsed.data.reservationId === reservationId;
    return isOfThisBooking && parsed.data ? parsed.data : emptyAddition;
  } catch {
    return emptyAddition;
  }
}

function store(changed: Addition): Addition {
  sessionStorage.setItem(STORED, JSON.stringify(changed));
  return changed;
}

/** The players still to be sent: after a success the list is empty. */
export function chosenPlayers(reservationId: string): readonly Player[] {
  const { players, outcome } = readAddition(reservationId);
  return outcome === 'added' ? [] : players;
}

/** Adds to the stored choice: a player may have been removed while this one was looked up. */
export function addChosen(reservationId: string, added: Player): readonly Player[] {
  const players = chosenPlayers(reservationId);
  const isPresent = players.some(({ email }) => email === added.email);
  return isPresent ? players : choose(reservationId, [...players, added]);
}

export function removeChosen(reservationId: string, removed: string): readonly Player[] {
  return choose(
    reservationId,
    chosenPlayers(reservationId).filter(({ email }) => email !== removed),
  );
}

/** A changed choice is a new request, so its key is removed. */
function choose(reservationId: string, players: readonly Player[]): readonly Player[] {
  return store({ ...readAddition(reservationId), players: [...players], key: null, outcome: 'open' }).players;
}

/** Gives the choice its key. A rejected one gets a new key: for the former the server would repeat its response. */
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
