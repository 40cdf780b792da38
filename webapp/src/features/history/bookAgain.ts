// A round from the history as the start of a new reservation: the same players, course and number of holes, with
// the players' current rights. Only the day is left to choose.
import type { QueryClient } from '@tanstack/react-query';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { meQuery } from '@/api/me.ts';
import { clubInfoQuery } from '@/features/courses/queries.ts';
import { MAX_PLAYERS, type Round } from '@/features/draft/draft.ts';
import { checkPlayer, playerOf } from '@/features/player-picker/queries.ts';
import { CANCELLED, isActive } from '@/features/reservations/status.ts';
import { listOf } from '@/ui';

export async function roundOf(reservation: Reservation, queries: QueryClient): Promise<Round> {
  const coPlayers = flightOf(reservation);
  // An erased member has no e-mail address any more.
  const others = coPlayers.filter(({ email }) => email !== '');
  const [me, info, checked] = await Promise.all([
    queries.fetchQuery(meQuery),
    // The round can be booked without the course's instruction.
    queries.fetchQuery(clubInfoQuery).catch(() => undefined),
    Promise.all(others.map(({ email }) => checkPlayer(email))),
  ]);
  const { id, name, city } = reservation.golfclub;
  const instruction = info?.data.find((club) => club.id === id)?.reservation_instruction ?? '';
  const players = checked.map((found, index) => {
    const player = playerOf(found, others[index]?.email ?? '');
    return player?.playrights.reservable ? player : null;
  });
  const missing = others.filter((_, index) => !players[index]).map((player) => player.first_name);
  const erased = coPlayers.length - others.length;
  if (erased > 0) missing.push(erased > 1 ? `${erased} verwijderde leden` : 'een verwijderd lid');

  return {
    players: [me, ...players.filter((player) => player !== null)],
    holes: reservation.holes === 9 ? 9 : 18,
    golfclub: { id, name, city, reservation_instruction: instruction },
    dropped: missing.length > 0 ? missingText(missing, missing.length > 1 || erased > 1) : null,
  };
}

/** The co-players of the round; of a cancelled one also those whose places were cancelled with it. */
function flightOf({ players, status }: Reservation) {
  const others = players.filter((player) => !player.is_me);
  const active = others.filter(isActive);
  if (status !== CANCELLED) return active;
  return [...active, ...others.filter((player) => !isActive(player))].slice(0, MAX_PLAYERS - 1);
}

function missingText(names: readonly string[], several: boolean): string {
  const who = listOf(names);
  const verbs = several ? ['kunnen', 'zijn'] : ['kan', 'is'];
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} ${verbs[0]} nu niet mee en ${verbs[1]} niet toegevoegd.`;
}
