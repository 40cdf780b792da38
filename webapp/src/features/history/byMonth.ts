// The rounds of the history under the month of their day, in the order of the list.
import type { Reservation } from '@/api/generated/Reservation.ts';
import { monthAndYear } from '@/ui';

export interface Month {
  /** `oktober 2026` */
  readonly name: string;
  readonly rounds: readonly Reservation[];
}

export function byMonth(rounds: readonly Reservation[]): readonly Month[] {
  const months = new Map<string, Reservation[]>();
  for (const round of rounds) {
    const name = monthAndYear(round.play_date);
    months.set(name, [...(months.get(name) ?? []), round]);
  }
  return [...months].map(([name, ofMonth]) => ({ name, rounds: ofMonth }));
}
