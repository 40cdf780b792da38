// The parts of a round that a voucher screen shows.
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { CANCELLED, isActive } from '@/features/reservations/status.ts';

export type VoucherState = 'valid' | 'cancelled' | 'over';

/** `today` as `YYYY-MM-DD` in Amsterdam. A cancelled round stays cancelled after its day. */
export function voucherState({ status, players, play_date }: Reservation, today: string): VoucherState {
  const own = players.find((player) => player.is_me);
  if (status === CANCELLED || (own && !isActive(own))) return 'cancelled';
  return play_date < today ? 'over' : 'valid';
}

/** The players whose voucher this member may show, the member first. The server gives no code of anybody else. */
export function playersWithCode({ players }: Reservation): readonly ReservedPlayer[] {
  return players
    .filter((player) => player.voucher_code !== '' && isActive(player))
    .toSorted((a, b) => Number(b.is_me) - Number(a.is_me));
}

/** `698K 20CK BGQ7`: as it can be read aloud. The check ignores the spaces. */
export function inGroups(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$& ');
}
