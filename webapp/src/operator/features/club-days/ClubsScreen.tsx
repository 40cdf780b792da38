// The clubs, each with a link to its days.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge, ButtonLink, Loaded, Page } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { clubsQuery } from '../why/queries.ts';
import styles from './ClubsScreen.module.css';

export function ClubsScreen() {
  const query = useQuery(clubsQuery);
  const mayChange = hasRole(useSession(), 'support');
  return (
    <Page
      title="Clubs"
      intro="Choose a club to see its days, and to close or limit one."
      actions={
        <>
          <ButtonLink to="/club-days" variant="secondary" preload={false}>
            All clubs, next 7 days
          </ButtonLink>
          {mayChange ? (
            <ButtonLink to="/change-days" variant="secondary" preload={false}>
              Change several days…
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Loaded query={query} empty={<p>There are no clubs.</p>}>
        {(clubs) => (
          <ul className={styles.list}>
            {clubs.map(({ id, name, city, holes, closed_today }) => (
              <li key={id}>
                <Link to="/clubs/$club" params={{ club: id }} className={styles.row ?? ''} preload={false}>
                  <span className={styles.name}>{name}</span>
                  <span className="soft small">
                    {city ? `${city}, ` : ''}
                    {holes.join(' and ')} holes
                  </span>
                  {closed_today ? <Badge tone="danger">closed today</Badge> : null}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Page>
  );
}
