// What a club is owed for a month, line by line, with the events that each line follows from.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, ButtonLink, Loaded, Notice, Page, Region, Row, Stack } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { Done, formatInstant, formatMonth } from '../../ui/index.ts';
import { PositionLink } from '../projections/PositionLink.tsx';
import { Amounts } from './Amounts.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { Days } from './Days.tsx';
import { Disputes } from './Disputes.tsx';
import { FileButtons } from './FileButtons.tsx';
import { LinesTable } from './LinesTable.tsx';
import { settlementQuery, statementPath, statementQuery, type Month, type Statement } from './queries.ts';
import { StateBadge } from './StateBadge.tsx';
import { monthAfter, paymentText } from './words.ts';

export function StatementScreen() {
  const { club, month } = useParams({ from: '/_inside/statements/$club/$month' });
  return <ClubMonth key={`${club} ${month}`} club={club} month={month} />;
}

interface ClubMonthProps {
  readonly club: string;
  readonly month: string;
}

function ClubMonth({ club, month }: ClubMonthProps) {
  const query = useQuery(statementQuery(club, month));
  const { data: settlement, isPending } = useQuery(settlementQuery(club));
  const mayClose = hasRole(useSession(), 'admin');
  const [isClosing, setClosing] = useState(false);
  const [isDone, setDone] = useState(false);
  const name = settlement?.name ?? club;
  const statement = query.data;

  return (
    <Page
      title={`${name}, ${formatMonth(month)}`}
      actions={
        <>
          <ButtonLink to="/statements/$club" params={{ club }} variant="secondary" preload={false}>
            All months of the club
          </ButtonLink>
          <ButtonLink to="/statements" search={{ month }} variant="secondary" preload={false}>
            All clubs
          </ButtonLink>
        </>
      }
      full
    >
      {isDone ? <Closed club={club} month={month} /> : null}
      {/* Together with the notices, which would push the rest down. */}
      <Loaded
        query={isPending ? { ...query, data: undefined } : query}
        failureLink={<Link to="/statements">To the statements</Link>}
      >
        {(shown) => (
          <>
            <State club={club} statement={shown} next={settlement?.months.months.find(isNext)?.month}>
              {mayClose && shown.can_be_closed ? (
                <Button onClick={() => setClosing(true)}>Close the month…</Button>
              ) : null}
            </State>
            {settlement?.billing === null && shown.state !== 'closed' ? (
              <Notice>
                <p>
                  The club has no billing details: a month with an amount cannot be closed.{' '}
                  <Link to="/statements/$club" params={{ club }} preload={false}>
                    Add them
                  </Link>
                </p>
              </Notice>
            ) : null}
            <WithoutTariff count={shown.rounds_without_tariff} />
            <Amounts amounts={shown.amounts} />
            <FileButtons label="Files" files={filesOf(club, month, shown)} />
            <Days club={club} month={month} days={shown.days} />
            {shown.corrections.length > 0 ? (
              <Region title="Corrections of earlier months">
                <LinesTable caption="Corrections" lines={shown.corrections} hasDates />
              </Region>
            ) : null}
            {shown.adjustments.length > 0 ? (
              <Region title="Adjustments by accepted disputes">
                <LinesTable caption="Adjustments" lines={shown.adjustments} hasDates />
              </Region>
            ) : null}
            <Disputes
              title="Disputes"
              club={club}
              disputes={shown.disputes}
              ofMonth={month}
              none="The club disputes nothing."
            />
          </>
        )}
      </Loaded>
      {isClosing && statement ? (
        <CloseDialog
          club={club}
          name={name}
          statement={statement}
          onDone={() => {
            setClosing(false);
            setDone(true);
          }}
          onClose={() => setClosing(false)}
        />
      ) : null}
    </Page>
  );
}

const filesOf = (club: string, month: string, { invoice_number }: Statement) => {
  const path = statementPath(club, month);
  return [
    { label: 'Statement (PDF)', path: `${path}/statement.pdf` },
    { label: 'Lines (CSV)', path: `${path}/statement.csv` },
    ...(invoice_number ? [{ label: 'Invoice (UBL)', path: `${path}/invoice.xml` }] : []),
  ];
};

const isNext = ({ is_next }: Month) => is_next;

interface StateProps {
  readonly club: string;
  readonly statement: Statement;
  /** The month of the club that must be closed first. */
  readonly next: string | undefined;
  readonly children: ReactNode;
}

function State({ club, statement, next, children }: StateProps) {
  const { state, can_be_closed, closed_on, paid_on, invoice_number, amounts, as_of } = statement;
  const payment = state === 'closed' ? paymentText(amounts.total_cents, paid_on) : '';
  return (
    <Stack gap={2}>
      <Row gap={3} align="center">
        <StateBadge of={statement} />
        {closed_on ? (
          <span>
            Closed on {formatInstant(closed_on)}
            {invoice_number ? ` with invoice ${invoice_number}` : ''}
          </span>
        ) : null}
        {payment ? <span>{payment}</span> : null}
        {state === 'next' && !can_be_closed ? <span>It can be closed when it is over.</span> : null}
        {state === 'later' ? (
          <span>
            <span>It can be closed when it is over and the months before it are closed.</span>{' '}
            {next ? (
              <span>
                The first of them is <MonthLink club={club} month={next} />.
              </span>
            ) : null}
          </span>
        ) : null}
        {state === 'no_tariff' ? <span>The club has no tariff in this month: nothing is owed.</span> : null}
        {children}
      </Row>
      {state === 'no_tariff' ? null : (
        <p className="soft small">
          Journal <PositionLink position={as_of} />
        </p>
      )}
    </Stack>
  );
}

function Closed({ club, month }: ClubMonthProps) {
  return (
    <Done>
      <p>
        {formatMonth(month)} was closed. The next one is <MonthLink club={club} month={monthAfter(month)} />.
      </p>
    </Done>
  );
}

function MonthLink({ club, month }: ClubMonthProps) {
  return (
    <Link to="/statements/$club/$month" params={{ club, month }} preload={false}>
      {formatMonth(month)}
    </Link>
  );
}

function WithoutTariff({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Notice>{`${count === 1 ? '1 player' : `${count} players`} arrived on days without a tariff.`}</Notice>
  );
}
