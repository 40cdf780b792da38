// A reservation that begins at a club: the wizard does not ask for the course, nor offers holes that it lacks.
import type { DraftClub, Holes } from '@/features/draft/draft.ts';
import { dispatch } from '@/features/draft/draftStore.ts';

export const LENGTHS = [9, 18] as const satisfies readonly Holes[];

/** Whether the club that was chosen before the holes has rounds of this length. */
export function offersHoles(club: DraftClub | null, length: Holes): boolean {
  return !club?.holes?.length || club.holes.includes(length);
}

/** Where the club has rounds of one length only, that one is the answer. */
export function startReservation(club: DraftClub): void {
  dispatch({ type: 'predefine-course', club });
  const [only, other] = LENGTHS.filter((length) => offersHoles(club, length));
  if (only && !other) dispatch({ type: 'choose-holes', holes: only });
}
