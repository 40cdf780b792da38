// The member's rounds in a calendar of their own, which reads them under a secret address.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import { ProfilePart } from '@/features/profile/ProfilePart.tsx';
import { Status, Loaded, Skeleton } from '@/ui';
import { ConnectCard } from './ConnectCard.tsx';
import { FeedAddress } from './FeedAddress.tsx';
import { calendarFeedQuery, calendarFeedTexts } from './queries.ts';

export function CalendarFeedScreen() {
  return (
    <ProfilePart
      onlyMember="Alleen het lid zelf kan de agenda koppelen."
      title="Agenda"
      intro="Zie je rondes in je eigen agenda. Wat je boekt of annuleert, gaat vanzelf mee."
    >
      <Feed />
    </ProfilePart>
  );
}

function Feed() {
  const query = useQuery(calendarFeedQuery);
  const [done, setDone] = useState('');
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton height="12rem" />}
      failure={(error) => [
        failureText(error, { ...calendarFeedTexts, failure: 'Je agenda kan niet worden geladen.' }),
      ]}
    >
      {({ data }) => (
        <>
          {done ? (
            <Status key={done + data?.url}>
              <p>{done}</p>
            </Status>
          ) : null}
          {data ? (
            <FeedAddress key={data.url} feed={data} isNew={done !== ''} onChanged={setDone} />
          ) : (
            <ConnectCard onConnected={setDone} />
          )}
        </>
      )}
    </Loaded>
  );
}
