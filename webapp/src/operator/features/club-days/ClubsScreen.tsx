// The clubs, each with a link to its days.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, ButtonLink, Loaded, Page, SearchField } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { clubsQuery } from '../why/queries.ts';
import { clubsNamed } from './clubsNamed.ts';
import styles from './ClubsScreen.module.css';

export function ClubsScreen() {
  const query = useQuery(clubsQuery);
  const [text, setText] = useState('');
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
          <>
            <SearchField
              label="Club or town"
              value={text}
              autoComplete="off"
              onChange={({ target }) => setText(target.value)}
            />
            <ul className={styles.list}>
              {clubsNamed(clubs, text).map(({ id, name, city, holes, closed_today }) => (
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
            {clubsNamed(clubs, text).length === 0 ? <p>No club or town has this name.</p> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}
