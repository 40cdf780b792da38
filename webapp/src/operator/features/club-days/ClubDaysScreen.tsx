// The days of one club: how full each is, and whether it is closed.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { today as serverToday } from '@/api/clock.ts';
import { Alert, Notice, Button, ButtonLink, Loaded, Page } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { DayView } from '../../api/generated/DayView.ts';
import { hasRole, mayLookUp, useSession } from '../../api/session.ts';
import { Done, formatDay } from '../../ui/index.ts';
import { DaysTable } from './DaysTable.tsx';
import { FromForm } from './FromForm.tsx';
import { daysQuery, PAGE_DAYS, reloadAfterChange } from './queries.ts';
import { ReopenDialog } from './ReopenDialog.tsx';

export function ClubDaysScreen() {
  const { club } = useParams({ from: '/_inside/clubs/$club/' });
  const { from } = useSearch({ from: '/_inside/clubs/$club/' });
  const [today] = useState(serverToday);
  const session = useSession();
  if (!mayLookUp(session)) {
    return (
      <Page title="Days of a club">
        <Notice>Reading the days of a club needs the role support or auditor.</Notice>
      </Page>
    );
  }
  return <ClubPage key={club} club={club} from={from ?? today} today={today} />;
}

interface ClubPageProps {
  readonly club: string;
  readonly from: string;
  readonly today: string;
}

function ClubPage({ club, from, today }: ClubPageProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const query = useInfiniteQuery(daysQuery(club, from));
  const mayChange = hasRole(useSession(), 'support');
  const [reopening, setReopening] = useState<DayView>();
  const [reopened, setReopened] = useState<DayView>();
  const known = query.data?.club;

  return (
    <Page
      title={known?.name ?? club}
      intro={
        known
          ? `Days of the club. ${known.daily_capacity === null ? 'It has no limit a day.' : `It has ${known.daily_capacity} places a day.`}`
          : 'Days of the club.'
      }
      actions={
        <>
          {mayChange ? (
            <ButtonLink to="/change-days" search={{ clubs: club }} variant="secondary" preload={false}>
              Change several days…
            </ButtonLink>
          ) : null}
          <ButtonLink to="/statements/$club" params={{ club }} variant="secondary" preload={false}>
            Statements
          </ButtonLink>
          <ButtonLink to="/clubs" variant="secondary" preload={false}>
            All clubs
          </ButtonLink>
        </>
      }
      full
    >
      {mayChange ? null : <Notice>You can read all of this. Changing a day needs the role support.</Notice>}
      <FromForm
        key={from}
        from={from}
        onShow={(day) => {
          const search = day === today ? {} : { from: day };
          void navigate({ to: '/clubs/$club', params: { club }, search });
        }}
      />
      {reopened ? (
        <Done>{`${formatDay(reopened.date)} is open again, with the club's own capacity.`}</Done>
      ) : null}
      <Loaded query={query} failureLink={<Link to="/clubs">To the clubs</Link>}>
        {({ days }) => (
          <>
            <DaysTable
              club={club}
              days={days}
              today={today}
              onReopen={
                mayChange
                  ? (day) => {
                      setReopened(undefined);
                      setReopening(day);
                    }
                  : undefined
              }
            />
            <Alert>{query.isFetchNextPageError && failureText(query.error)}</Alert>
            {query.hasNextPage ? (
              <div>
                <Button
                  variant="secondary"
                  busyText={query.isFetchingNextPage && 'loading…'}
                  onClick={() => void query.fetchNextPage()}
                >
                  Show {PAGE_DAYS} more days
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
      {reopening ? (
        <ReopenDialog
          club={club}
          day={reopening}
          onReopened={() => {
            setReopened(reopening);
            setReopening(undefined);
            reloadAfterChange(queryClient);
          }}
          onClose={() => setReopening(undefined)}
        />
      ) : null}
    </Page>
  );
}
