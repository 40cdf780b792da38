// Every course, the rounds played there this year, and a button for a reservation there. On a wide screen the map stands
// beside the list.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { ClubInfo } from '@/api/generated/ClubInfo.ts';
import { failureText } from '@/api/error.ts';
import { LazyClubMap } from '@/features/club-map/LazyClubMap.ts';
import { filterClubs, noFilter, roundsLeft } from '@/features/courses/clubFilter.ts';
import { ClubTools } from '@/features/courses/ClubTools.tsx';
import { distanceKm, useOwnPosition } from '@/features/courses/ownPosition.ts';
import { clubInfoQuery, clubTexts } from '@/features/courses/queries.ts';
import { startReservation } from '@/features/courses/startReservation.ts';
import { useMedia } from '@/ui/useMedia.ts';
import { BESIDE } from '@/features/courses/widths.ts';
import { Button, cx, EmptyState, Loaded, Page, Skeleton, useStableCallback, counted } from '@/ui';
import { CourseRow } from './CourseRow.tsx';
import styles from './CoursesScreen.module.css';
import { FreeDaysContext, useFirstFreeDays } from './FreeDay.tsx';

const NONE: readonly ClubInfo[] = [];

export function CoursesScreen() {
  const [filter, setFilter] = useState(noFilter);
  const deferredFilter = useDeferredValue(filter);
  const { position } = useOwnPosition();
  const query = useQuery(clubInfoQuery);
  const clubs = query.data?.data ?? NONE;
  const found = useMemo(
    () => filterClubs(clubs, deferredFilter, position),
    [clubs, deferredFilter, position],
  );
  const showAll = useCallback(() => setFilter(({ order }) => ({ ...noFilter, order })), []);
  const wide = useMedia(BESIDE);
  return (
    <Page title="Baaninformatie" intro="Alle banen, en hoe vaak je er dit jaar al speelde." full>
      <ClubTools
        filter={filter}
        onChange={setFilter}
        withHoles
        found={found.length}
        onClear={() => setFilter({ ...noFilter, order: filter.order, text: filter.text })}
      />
      <div className={cx(wide && styles.beside)}>
        <Loaded
          query={query}
          skeleton={
            <div className={styles.found}>
              <p className="soft">…</p>
              <Skeleton height="var(--course-height)" count={8} className={styles.list ?? ''} />
            </div>
          }
          failure={(error) => [failureText(error, clubTexts)]}
        >
          {({ data }) => (
            <FreeDays>
              <Courses
                clubs={found}
                emptyTitle={`Er zijn geen banen gevonden${deferredFilter.text ? ` met ‘${deferredFilter.text}’` : ''}.`}
                onShowAll={data.length > 0 ? showAll : null}
              />
            </FreeDays>
          )}
        </Loaded>
        {wide ? <CoursesMap clubs={found} /> : null}
      </div>
    </Page>
  );
}

function FreeDays({ children }: { readonly children: ReactNode }) {
  return <FreeDaysContext value={useFirstFreeDays()}>{children}</FreeDaysContext>;
}

interface CoursesProps {
  readonly clubs: readonly ClubInfo[];
  readonly emptyTitle: string;
  /** Null where there is no club at all. */
  readonly onShowAll: (() => void) | null;
}

/** Memoised: a letter in the search shows at once, before the rows that it leaves. */
const Courses = memo(function Courses({ clubs, emptyTitle, onShowAll }: CoursesProps) {
  const { position } = useOwnPosition();
  return (
    <div className={styles.found}>
      <p role="status" className="soft">
        {counted(clubs.length, 'baan', 'banen')}
      </p>
      {clubs.length === 0 ? (
        <EmptyState title={emptyTitle}>
          {onShowAll ? (
            <Button variant="secondary" onClick={onShowAll}>
              toon alle banen
            </Button>
          ) : null}
        </EmptyState>
      ) : null}
      <div className={styles.list}>
        {clubs.map((club) => (
          <CourseRow key={club.id} club={club} km={distanceKm(position, club)} />
        ))}
      </div>
    </div>
  );
});

/** Choosing a club here starts a reservation there, as its button in the list does. */
const CoursesMap = memo(function CoursesMap({ clubs }: { readonly clubs: readonly ClubInfo[] }) {
  const navigate = useNavigate();
  const freeDays = useFirstFreeDays();
  const shown = clubs.map((club) => ({
    ...club,
    first_free_day: freeDays.get(club.id),
    reservable: roundsLeft(club) > 0,
    reason: roundsLeft(club) > 0 ? '' : 'je hebt hier dit jaar geen rondes over',
  }));
  const reserve = useStableCallback((club: (typeof shown)[number]) => {
    if (!club.reservable) return;
    startReservation(club);
    void navigate({ to: '/reservation/players' });
  });
  return <LazyClubMap clubs={shown} selectedId={null} onChoose={reserve} besideList />;
});
