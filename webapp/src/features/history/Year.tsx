// The year so far: the rounds, the clubs on a map, and with whom most. It has its size before its numbers are there, so
// that the months below it stay in place; without them the history is complete.
import { useQuery } from '@tanstack/react-query';
import { today } from '@/api/clock.ts';
import { clubInfoQuery } from '@/features/courses/queries.ts';
import { suggestedQuery } from '@/features/player-picker/suggested.ts';
import { shortName } from '@/features/player-picker/suggestions.ts';
import { upcomingQuery } from '@/features/reservations/queries.ts';
import { Card, listOf, optionalPart, Stack, unbroken } from '@/ui';
import { PlayedMap, type PlayedMapProps } from './PlayedMap.tsx';
import { clubsPlayed, frequentMates, yearText } from './year.ts';
import styles from './Year.module.css';

const LoadedMap = optionalPart<Omit<PlayedMapProps, 'base'>>(async () => {
  const { default: base } = await import('@/ui/map/base-map.json');
  return (props) => <PlayedMap {...props} base={base} />;
});

export function Year() {
  const clubs = useQuery(clubInfoQuery).data?.data;
  const upcoming = useQuery(upcomingQuery).data;
  const people = useQuery(suggestedQuery()).data?.players;
  const year = today().slice(0, 4);
  const played = clubs && upcoming ? clubsPlayed(clubs, upcoming, year) : null;
  const mates = frequentMates(people ?? []);
  return (
    <Card as="section" aria-label={`Je jaar ${year}`} className={styles.year}>
      <Stack gap={2}>
        <p className="soft small">In {year}</p>
        <p className={styles.total}>{played ? unbroken(yearText(played)) : '…'}</p>
        {mates.length > 0 ? (
          <p className="soft small">
            Tot nu toe het vaakst met{' '}
            {unbroken(listOf(mates.map((mate) => `${shortName(mate, people ?? [])} (${mate.rounds} keer)`)))}
          </p>
        ) : null}
      </Stack>
      <div className={styles.map}>{played ? <LoadedMap clubs={played} /> : null}</div>
    </Card>
  );
}
