// What all clubs are owed for a month, the files with which the bank pays it, and who pays.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ButtonLink, Loaded, Page } from '@/ui';
import { ApiError } from '@/api/error.ts';
import { DateField, euros, FilterForm, formatMonth } from '../../ui/index.ts';
import { ClubsTable } from './ClubsTable.tsx';
import { ClubsWithoutTariff } from './ClubsWithoutTariff.tsx';
import { OwnBilling } from './OwnBilling.tsx';
import { Payments } from './Payments.tsx';
import { monthQuery, type ClubOfMonth } from './queries.ts';
import styles from './Statements.module.css';
import { lastMonth, MONTH, monthAfter } from './words.ts';

export function StatementsScreen() {
  const navigate = useNavigate();
  const { month = lastMonth() } = useSearch({ from: '/_inside/statements/' });
  const query = useQuery(monthQuery(month));
  const mistake = query.error instanceof ApiError ? query.error.fields['month'] : undefined;

  return (
    <Page
      title="Statements"
      intro="What clubs are owed for the rounds of a month. The amounts of an open month are on the club’s own statement, where it is closed."
      actions={MONTH.test(month) ? <Neighbours month={month} /> : null}
      full
    >
      <FilterForm
        key={month}
        label="Statements"
        className={styles.form}
        all={null}
        submitLabel="Show"
        onFilter={(text) => void navigate({ to: '/statements', search: { month: text('month') } })}
      >
        <DateField isMonth label="Month" name="month" defaultValue={month} error={mistake} />
      </FilterForm>
      {mistake ? null : (
        <Loaded query={query}>
          {({ clubs, total_cents, payments, next_payment }) => {
            const settled = clubs.filter((club) => !hasNothing(club));
            return (
              <>
                {settled.length === 0 ? (
                  <p role="status">No club has a tariff, nor a player who came, in {formatMonth(month)}.</p>
                ) : (
                  <>
                    <ClubsTable month={month} clubs={settled} />
                    <p className="strong">Closed statements together, with VAT: {euros(total_cents)}</p>
                  </>
                )}
                <Payments key={month} month={month} next={next_payment} files={payments} />
                <ClubsWithoutTariff clubs={clubs.filter(hasNothing)} />
              </>
            );
          }}
        </Loaded>
      )}
      <OwnBilling />
    </Page>
  );
}

const hasNothing = ({ state, arrived }: ClubOfMonth) => state === 'no_tariff' && arrived === 0;

function Neighbours({ month }: { readonly month: string }) {
  return [monthAfter(month, -1), monthAfter(month)].map((other) => (
    <ButtonLink key={other} to="/statements" search={{ month: other }} variant="secondary" preload={false}>
      {formatMonth(other)}
    </ButtonLink>
  ));
}
