// The first screen: the search, what waits for this operator's roles, and what they opened and did last.
import { Page, Stack } from '@/ui';
import { mayFind, mayLookUp, useSession } from '../../api/session.ts';
import { SearchBox } from '../../ui/index.ts';
import { Accepted } from '../search/Accepted.tsx';
import { OwnActs } from './OwnActs.tsx';
import { RecentSubjects } from './RecentSubjects.tsx';
import styles from './StartScreen.module.css';
import { Work } from './Work.tsx';

export function StartScreen() {
  const session = useSession();
  const looksUp = mayLookUp(session);
  return (
    <Page title={looksUp ? 'Look up' : 'Fairway operators'} full>
      {mayFind(session) ? (
        <div className={styles.search}>
          <SearchBox
            label={looksUp ? 'Who or what are you looking for?' : 'Which member are you looking for?'}
            hint="A name, an address, a telephone, a booking number, …"
            autoFocus
          />
        </div>
      ) : null}
      <Stack gap={6} className={styles.columns}>
        <Work />
        <Stack gap={6} className={styles.recent}>
          {mayFind(session) ? <RecentSubjects /> : null}
          <OwnActs />
          {looksUp ? <Accepted /> : null}
        </Stack>
      </Stack>
    </Page>
  );
}
