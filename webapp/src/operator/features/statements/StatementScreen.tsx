// What a club is owed for a month, line by line, with the events that each line follows from.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, Button, ButtonLink, Loaded, Notice, Page, Region } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { Done, formatInstant, formatMonth } from '../../ui/index.ts';
import { PositionLink } from '../projections/PositionLink.tsx';
import { Amounts } from './Amounts.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { Days } from './Days.tsx';
import { Disputes } from './Disputes.tsx';
import { FileButtons } from './FileButtons.tsx';
import { LinesTable } from './LinesTable.tsx';
import { settlementQuery, statementPath, statementQuery, type Statement } from './queries.ts';
import { stateText, stateTone } from './words.ts';

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
  const settlement = useQuery(settlementQuery(club)).data;
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
          {mayClose && statement?.can_be_closed ? (
            <Button onClick={() => setClosing(true)}>Close the month…</Button>
          ) : null}
          <ButtonLink to="/statements/$club" params={{ club }} variant="secondary" preload={false}>
            All months of {name}
          </ButtonLink>
          <ButtonLink to="/statements" search={{ month }} variant="secondary" preload={false}>
            All clubs
          </ButtonLink>
        </>
      }
      full
    >
      {isDone ? <Done>{`${formatMonth(month)} was closed.`}</Done> : null}
      <Loaded query={query} failureLink={<Link to="/statements">To the statements</Link>}>
        {(shown) => (
          <>
            <State statement={shown} />
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

function State({ statement }: { readonly statement: Statement }) {
  const { state, can_be_closed, closed_on, invoice_number, as_of } = statement;
  return (
    <div>
      <Badge tone={stateTone(statement)}>{stateText(statement)}</Badge>{' '}
      <span>
        {closed_on ? `Closed on ${formatInstant(closed_on)}` : (WAITS[can_be_closed ? '' : state] ?? '')}
        {invoice_number ? ` with invoice ${invoice_number}` : ''}
      </span>
      {state === 'no_tariff' ? null : (
        <>
          {closed_on || !can_be_closed ? ', as of ' : 'As of '}
          <PositionLink position={as_of} />.
        </>
      )}
    </div>
  );
}

/** Why an open month cannot be closed. */
const WAITS: Readonly<Record<string, string>> = {
  next: 'It can be closed when it is over',
  later: 'It can be closed when it is over and the months before it are closed',
  no_tariff: 'The club has no tariff in this month: nothing is owed.',
};

function WithoutTariff({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return <Notice>{`${count === 1 ? '1 player' : `${count} players`} came on days without a tariff.`}</Notice>;
}
