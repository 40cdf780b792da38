// Whether a place of a booking is cancelled.
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';

export const CANCELLED = 'geannuleerd';

export function isActive({ status }: ReservedPlayer): boolean {
  return status !== CANCELLED;
}
