// Every course, the rounds played there this year, and a button for a reservation there.
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useState } from 'react';
import type { ClubInfo } from '@/api/generated/ClubInfo.ts';
import { failureText } from '@/api/error.ts';
import { Button, EmptyState, Loaded, Page, Skeleton } from '@/ui';
import { filterClubs, noFilter, type ClubFilter } from './clubFilter.ts';
import { ClubTools } from './ClubTools.tsx';
import { CourseRow } from './CourseRow.tsx';
import styles from './CoursesScreen.module.css';
import { distanceKm, useOwnPosition } from './ownPosition.ts';
import { clubInfoQuery, clubTexts } from './queries.ts';

export function CoursesScreen() {
  const [filter, setFilter] = useState(noFilter);
  const deferredFilter = useDeferredValue(filter);
  const showAll = useCallback(() => setFilter(({ order }) => ({ ...noFilter, order })), []);
  return (
    <Page title="Baaninformatie" intro="Alle banen, en hoe vaak je er dit jaar al speelde." full>
      <ClubTools
        filter={filter}
        onChange={setFilter}
        withHoles
        onClear={() => setFilter({ ...noFilter, order: filter.order, text: filter.text })}
      />
      <Loaded
        query={useQuery(clubInfoQuery)}
        skeleton={
          <>
            <p className="soft">…</p>
            <Skeleton height="var(--course-height)" count={8} className={styles.list ?? ''} />
          </>
        }
        failure={(error) => [failureText(error, clubTexts)]}
      >
        {({ data }) => <Courses clubs={data} filter={deferredFilter} onShowAll={showAll} />}
      </Loaded>
    </Page>
  );
}

interface CoursesProps {
  readonly clubs: readonly ClubInfo[];
  readonly filter: ClubFilter;
  readonly onShowAll: () => void;
}

/** Memoised: a letter in the search shows at once, before the rows that it leaves. */
const Courses = memo(function Courses({ clubs, filter, onShowAll }: CoursesProps) {
  const { position } = useOwnPosition();
  const found = filterClubs(clubs, filter, position);
  return (
    <>
      <p role="status" className="soft">
        {found.length === 1 ? '1 baan' : `${found.length} banen`}
      </p>
      {found.length === 0 ? (
        <EmptyState title={`Er zijn geen banen gevonden${filter.text ? ` met ‘${filter.text}’` : ''}.`}>
          {clubs.length > 0 ? (
            <Button variant="secondary" onClick={onShowAll}>
              toon alle banen
            </Button>
          ) : null}
        </EmptyState>
      ) : null}
      <div className={styles.list}>
        {found.map((club) => (
          <CourseRow key={club.id} club={club} km={distanceKm(position, club)} />
        ))}
      </div>
    </>
  );
});
