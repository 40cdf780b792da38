// Who plays at a club on a day: to telephone them, or on paper for the club. Each look is recorded, and a file needs a reason.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Button, ButtonLink, Loaded, Notice, Page } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { ExportButton, formatDay, useExported } from '../../ui/index.ts';
import { PlayersTable } from './PlayersTable.tsx';
import { exportPlayers, playersQuery } from './queries.ts';
import { placesText, roundsText } from './range.ts';

export function PlayersScreen() {
  const { club, date } = useParams({ from: '/_inside/clubs/$club/$date/players' });
  const mayRead = hasRole(useSession(), 'support');
  if (!mayRead) {
    return (
      <Page title={`Players on ${formatDay(date)}`}>
        <Notice>Reading who plays on a day needs the role support.</Notice>
      </Page>
    );
  }
  return <Players key={`${club} ${date}`} club={club} date={date} />;
}

function Players({ club, date }: { readonly club: string; readonly date: string }) {
  const query = useQuery(playersQuery(club, date));
  const { onSaved, exported } = useExported(club + date);
  const name = query.data?.club.name ?? club;
  const isEmpty = query.data?.rounds.length === 0;

  return (
    <Page
      title={`Players on ${formatDay(date)} at ${name}`}
      intro={query.data?.starts ? `Starts: ${query.data.starts}` : undefined}
      actions={
        <>
          {query.data && !isEmpty ? (
            <>
              <Button variant="secondary" onClick={() => globalThis.print()}>
                Print
              </Button>
              <ExportButton
                contents="a row for each player, with name and telephone number"
                fetchFile={(reason) => exportPlayers(club, date, reason)}
                onSaved={onSaved}
              />
            </>
          ) : null}
          <ButtonLink
            to="/clubs/$club"
            params={{ club }}
            search={{ from: date }}
            variant="secondary"
            preload={false}
          >
            Days of {name}
          </ButtonLink>
        </>
      }
      full
    >
      {exported}
      <Loaded query={query} failureLink={<Link to="/clubs">To the clubs</Link>}>
        {({ rounds, closed, claimed }) => (
          <>
            {closed ? (
              <Notice>
                The day is closed:{' '}
                <span lang={closed.by === 'weekday' ? undefined : 'nl'}>{closed.reason}</span>.
              </Notice>
            ) : null}
            {rounds.length === 0 ? (
              <p role="status">Nobody plays on this day.</p>
            ) : (
              <>
                <p>
                  {roundsText(rounds.length)} with {placesText(claimed)}, in the order in which they were
                  booked.
                </p>
                <PlayersTable rounds={rounds} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
