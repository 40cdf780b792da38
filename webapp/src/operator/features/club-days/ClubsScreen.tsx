// The clubs, each with a link to its days.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded, Page } from '@/ui';
import { clubsQuery } from '../why/queries.ts';
import styles from './ClubsScreen.module.css';

export function ClubsScreen() {
  const query = useQuery(clubsQuery);
  return (
    <Page title="Clubs" intro="Choose a club to see its days, and to close or limit one.">
      <Loaded query={query} empty={<p>There are no clubs.</p>}>
        {(clubs) => (
          <ul className={styles.list}>
            {clubs.map(({ id, name, holes }) => (
              <li key={id}>
                <Link to="/clubs/$club" params={{ club: id }} className={styles.row ?? ''} preload={false}>
                  <span className={styles.name}>{name}</span>
                  <span className="soft small">{holes.join(' and ')} holes</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Page>
  );
}
