// Every course, the rounds played there this year, and a button for a reservation there.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import { clubMatches } from '@/features/courses/clubFilter.ts';
import { Button } from '@/ui/Button.tsx';
import { EmptyState } from '@/ui/EmptyState.tsx';
import { Loaded } from '@/ui/Loaded.tsx';
import { Page } from '@/ui/Page.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { CourseCard } from './CourseCard.tsx';
import styles from './CoursesScreen.module.css';
import { clubInfoQuery, clubTexts, type ClubInfo } from './queries.ts';

export function CoursesScreen() {
  return (
    <Page title="Baaninformatie" intro="Alle banen, en hoe vaak je er dit jaar al speelde." full>
      <Loaded
        query={useQuery(clubInfoQuery)}
        skeleton={<Skeleton height="13rem" count={4} />}
        failure={(error) => [failureText(error, clubTexts)]}
      >
        {({ data }) => <Courses clubs={data} />}
      </Loaded>
    </Page>
  );
}

function Courses({ clubs }: { readonly clubs: readonly ClubInfo[] }) {
  const [filter, setFilter] = useState('');
  const found = clubs.filter(clubMatches(filter));
  return (
    <>
      <TextField
        type="search"
        label="Zoek een baan"
        hint="Op naam, plaats of trefwoord"
        className={styles.search ?? ''}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <p role="status" className={styles.count}>
        {found.length === 1 ? '1 baan' : `${found.length} banen`}
      </p>
      {found.length === 0 ? (
        <EmptyState title={`Er zijn geen banen gevonden${filter ? ` met ‘${filter}’` : ''}.`}>
          {filter ? (
            <Button variant="secondary" onClick={() => setFilter('')}>
              toon alle banen
            </Button>
          ) : null}
        </EmptyState>
      ) : null}
      <div className={styles.list}>
        {found.map((club) => (
          <CourseCard key={club.id} club={club} />
        ))}
      </div>
    </>
  );
}
