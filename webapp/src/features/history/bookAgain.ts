// A round from the history as the start of a new reservation: the same company, course and number of holes, with
// everybody's rights looked up afresh. Only the day is left to choose.
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '@/api/me.ts';
import { clubInfoQuery } from '@/features/courses/queries.ts';
import { checkPlayer, type CheckedPlayer } from '@/features/player-picker/queries.ts';
import type { DraftPlayer, Round } from '@/features/reservation-wizard/draft.ts';
import { isActive, type Reservation } from '@/features/reservations/schemas.ts';
import { listOf } from '@/ui/format.ts';

export async function roundOf(reservation: Reservation, queries: QueryClient): Promise<Round> {
  const others = reservation.players.filter((player) => isActive(player) && !player.is_me);
  const [me, info, checked] = await Promise.all([
    queries.fetchQuery(meQuery),
    // Without the course's instruction one can still book.
    queries.fetchQuery(clubInfoQuery).catch(() => undefined),
    Promise.all(others.map(({ email }) => checkPlayer(email))),
  ]);
  const { id, name, city } = reservation.golfclub;
  const instruction = info?.data.find((club) => club.id === id)?.reservation_instruction ?? '';
  const company = checked.map((player, index) => asDraftPlayer(player, others[index]?.email ?? ''));
  const missing = others.filter((_, index) => !company[index]).map((player) => player.first_name);

  return {
    players: [me, ...company.filter((player) => player !== null)],
    holes: reservation.holes === 9 ? 9 : 18,
    golfclub: { id, name, city, reservation_instruction: instruction },
    dropped: missing.length > 0 ? withoutText(missing) : null,
  };
}

function asDraftPlayer(player: CheckedPlayer, email: string): DraftPlayer | null {
  if (!player.found || !player.playrights?.reservable) return null;
  return { ...player, id: player.id || email, email: player.email || email, playrights: player.playrights };
}

function withoutText(names: readonly string[]): string {
  return `${listOf(names)} ${names.length > 1 ? 'kunnen' : 'kan'} nu niet mee en ${names.length > 1 ? 'zijn' : 'is'} niet toegevoegd.`;
}
