// Every course, how often one played there this year, and the short way to a reservation on it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import { clubMatches } from '@/features/courses/clubFilter.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { CourseCard } from './CourseCard.tsx';
import styles from './CoursesScreen.module.css';
import { clubInfoQuery, type ClubInfo } from './queries.ts';

const texts = {
  failure: 'Fout bij ophalen van data',
  network: 'Netwerkfout bij ophalen van gegevens.',
};

export function CoursesScreen() {
  const { data, error, isPending, isFetching, refetch } = useQuery(clubInfoQuery);
  return (
    <Page title="Baaninformatie" intro="Alle banen, en hoe vaak je er dit jaar al speelde." wide>
      {isPending ? <Skeleton height="13rem" count={4} /> : null}
      {!isPending && !data ? (
        <Alert>
          <p>{failureText(error, texts)}</p>
          <Button look="secondary" onClick={() => void refetch()} busyText={isFetching && 'bezig…'}>
            opnieuw proberen
          </Button>
        </Alert>
      ) : null}
      {data ? <Courses clubs={data.data} /> : null}
    </Page>
  );
}

function Courses({ clubs }: { readonly clubs: readonly ClubInfo[] }) {
  const [wanted, setWanted] = useState('');
  const found = clubs.filter(clubMatches(wanted));
  return (
    <>
      <TextField
        type="search"
        label="Zoek een baan"
        hint="Op naam, plaats of trefwoord"
        className={styles.search ?? ''}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <p role="status" className={styles.count}>
        {found.length === 1 ? '1 baan' : `${found.length} banen`}
      </p>
      {found.length === 0 ? (
        <div className={styles.empty}>
          <p>Er zijn geen banen gevonden{wanted ? ` met ‘${wanted}’` : ''}.</p>
          {wanted ? (
            <Button look="secondary" onClick={() => setWanted('')}>
              toon alle banen
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className={styles.list}>
        {found.map((club) => (
          <CourseCard key={club.id} club={club} />
        ))}
      </div>
    </>
  );
}
