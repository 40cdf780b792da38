// From which day on each club is free: for the group that the member is putting together, else for the member alone.
// The list does not wait for it, and its rows are not rendered again when it comes.
import { useQueries, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { ReservableClub } from '@/api/generated/ReservableClub.ts';
import { meQuery } from '@/api/me.ts';
import { freeText } from '@/features/courses/clubText.ts';
import { reservableClubsQuery } from '@/features/courses/reservableClubs.ts';
import { LENGTHS } from '@/features/courses/startReservation.ts';
import { useDraft } from '@/features/draft/draftStore.ts';
import styles from './CoursesScreen.module.css';

type FreeDays = ReadonlyMap<string, string>;

/** By the clubs' ids, as far as they are known: of a member who has not chosen, for the shortest round of each. */
export function useFirstFreeDays(): FreeDays {
  const { holes, players } = useDraft();
  const me = useQuery({ ...meQuery, enabled: players.length === 0 }).data?.email;
  const emails = players.length > 0 ? players.map(({ email }) => email) : me ? [me] : [];
  const [short, long] = useQueries({
    queries: LENGTHS.map((length) =>
      reservableClubsQuery(
        { holes: length, players: emails, date: null },
        emails.length > 0 && (holes === null || holes === length),
      ),
    ),
  }).map(({ data }) => data);
  return useMemo(() => new Map([...daysOf(long), ...daysOf(short)]), [short, long]);
}

/** The days, for the rows. */
export const FreeDaysContext = createContext<FreeDays>(new Map());

export function FreeDay({ clubId }: { readonly clubId: string }) {
  const day = useContext(FreeDaysContext).get(clubId);
  // Its line is there before it is known.
  return <p className={styles.free}>{freeText(day) || '\u00a0'}</p>;
}

function daysOf(clubs: readonly ReservableClub[] | undefined): readonly (readonly [string, string])[] {
  return clubs?.flatMap(({ id, first_free_day: day }) => (day ? [[id, day] as const] : [])) ?? [];
}
