// What is agreed with a club: its tariffs and billing details; and its months and open disputes.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ButtonLink, Loaded, Page, Region } from '@/ui';
import { mayLookUp, useSession } from '../../api/session.ts';
import { SubjectLink } from '../../ui/index.ts';
import { Billing } from './Billing.tsx';
import { Disputes } from './Disputes.tsx';
import { MonthsTable } from './MonthsTable.tsx';
import { settlementQuery } from './queries.ts';
import { Tariffs } from './Tariffs.tsx';

export function SettlementScreen() {
  const { club } = useParams({ from: '/_inside/statements/$club/' });
  return <Settlement key={club} club={club} />;
}

function Settlement({ club }: { readonly club: string }) {
  const query = useQuery(settlementQuery(club));
  const isLinked = mayLookUp(useSession());
  return (
    <Page
      title={query.data?.name ?? club}
      intro="What the club is owed, and by which tariff."
      actions={
        <ButtonLink to="/statements" variant="secondary" preload={false}>
          Statements of all clubs
        </ButtonLink>
      }
      full
    >
      <Loaded query={query} failureLink={<Link to="/statements">To the statements</Link>}>
        {({ tariffs, billing, months, disputes }) => (
          <>
            <Region title="Months">
              {months.months.length === 0 ? (
                <p>There are none before the club has a tariff.</p>
              ) : (
                <MonthsTable club={club} months={months.months} />
              )}
            </Region>
            <Disputes title="Open disputes" club={club} disputes={disputes} none="No dispute is open." />
            <Tariffs club={club} tariffs={tariffs} />
            <Billing
              title="Billing details of the club"
              club={club}
              billing={billing}
              missing="They are missing: no month with an amount can be closed."
            />
            {isLinked ? (
              <p>
                <SubjectLink kind="settlement" id={`settlement/${club}`}>
                  Events of all of it
                </SubjectLink>
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}
