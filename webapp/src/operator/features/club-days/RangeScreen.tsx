// Closes, limits or opens again several days of several clubs by one form. It shows whom that meets before anything
// happens; what was typed stays until all of it is done.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { today as serverToday } from '@/api/clock.ts';
import { ButtonLink, Loaded, Notice, Page } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { clubsQuery } from '../why/queries.ts';
import { RangeForm } from './RangeForm.tsx';

export function RangeScreen() {
  const query = useQuery(clubsQuery);
  const mayChange = hasRole(useSession(), 'support');
  const { clubs: asked, from, to } = useSearch({ from: '/_inside/change-days' });
  const [today] = useState(serverToday);
  const first = from ?? today;
  return (
    <Page
      title="Change several days"
      intro="Close or limit days at one or more clubs, or open them again."
      actions={
        <ButtonLink to="/clubs" variant="secondary" preload={false}>
          All clubs
        </ButtonLink>
      }
    >
      {mayChange ? (
        <Loaded query={query} failureLink={<Link to="/clubs">To the clubs</Link>}>
          {(clubs) => (
            <RangeForm
              clubs={clubs}
              initial={{ clubs: asked?.split(',') ?? [], from: first, to: to ?? first }}
              today={today}
            />
          )}
        </Loaded>
      ) : (
        <Notice>Changing days of clubs needs the role support.</Notice>
      )}
    </Page>
  );
}
