// The subjects that this operator opened last. Their titles come from the search, since the computer keeps ids only.
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Stack } from '@/ui';
import flush from '@/ui/flush.module.css';
import { KIND_NAMES, shortId } from '../../api/kinds.ts';
import { recentSubjects, removeRecent } from '../../api/recent.ts';
import { searchQuery } from '../../api/search.ts';
import { Results } from '../search/Results.tsx';
import styles from './StartScreen.module.css';

export function RecentSubjects() {
  const [recent, setRecent] = useState(recentSubjects);
  const found = useQueries({
    queries: recent.map(({ id }) => ({ ...searchQuery(id), staleTime: 5 * 60_000 })),
  });
  if (recent.length === 0) return null;
  const rows = recent.map(({ kind, id }, index) => {
    const result = found[index]?.data?.results.find((other) => other.kind === kind && other.id === id);
    return result ?? { kind, id, title: `${KIND_NAMES[kind]} ${shortId(id)}`, detail: '' };
  });
  const forget = () => {
    removeRecent();
    setRecent([]);
  };
  return (
    <Stack as="section" gap={3} align="start" className={styles.recent} aria-labelledby="recent">
      <h2 id="recent" className="large">
        Opened last
      </h2>
      <Results results={rows} />
      <Button variant="quiet" className={flush.flush} onClick={forget}>
        Clear this list
      </Button>
    </Stack>
  );
}
