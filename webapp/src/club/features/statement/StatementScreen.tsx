// What the club is owed for a month: the sums, what differs from earlier months, the disputes, and every line by day.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { today } from '@/api/clock.ts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  Loaded,
  longDate,
  Notice,
  NotFoundScreen,
  Page,
  Region,
  Skeleton,
} from '@/ui';
import { BackLink } from '@/ui/BackLink.tsx';
import { Amounts } from './Amounts.tsx';
import { Corrections } from './Corrections.tsx';
import { Days } from './Days.tsx';
import { Disputes } from './Disputes.tsx';
import { DisputeDialog, LineSheet } from './LineSheet.tsx';
import { LineRows } from './LineRows.tsx';
import { statementQuery, type Line, type Statement } from './queries.ts';
import { closedText, isMonth, lastDisputeDay, monthTitle, openText } from './words.ts';

export function StatementScreen() {
  const { month = '' } = useParams({ strict: false }) as { readonly month?: string };
  // What is open on a month stays with it.
  return isMonth(month) ? <MonthScreen key={month} month={month} /> : <NotFoundScreen />;
}

function MonthScreen({ month }: { readonly month: string }) {
  return (
    <Page title={monthTitle(month)} above={<BackLink to="/statements">Afrekening</BackLink>}>
      <Loaded query={useQuery(statementQuery(month))} skeleton={<Skeleton height="12rem" count={2} />}>
        {(statement) => <Parts statement={statement} />}
      </Loaded>
    </Page>
  );
}

function Parts({ statement }: { readonly statement: Statement }) {
  const { month, state, closed_on, days, corrections, adjustments, disputes, rounds_without_tariff } =
    statement;
  const [line, setLine] = useState<Line>();
  const [missing, setMissing] = useState<{ readonly date?: string }>();
  const lastDay = lastDisputeDay(month);
  const canDispute = today() <= lastDay;
  const withoutTariff =
    rounds_without_tariff === 1
      ? '1 gespeelde ronde heeft geen tarief en staat niet op deze afrekening.'
      : `${rounds_without_tariff} gespeelde rondes hebben geen tarief en staan niet op deze afrekening.`;

  if (state === 'no_tariff')
    return (
      <EmptyState title="Voor deze maand is er geen tarief.">
        <p>
          {rounds_without_tariff > 0
            ? withoutTariff
            : 'Vanaf de dag waarop het tarief van je club ingaat, staat hier wat je club ontvangt.'}
        </p>
      </EmptyState>
    );
  return (
    <>
      <Card as="section" gap={4} aria-label="Bedragen">
        <div>
          <Badge tone={state === 'closed' ? 'green' : 'sand'}>
            {state === 'closed' ? closedText(closed_on) : 'nog open'}
          </Badge>
        </div>
        <Amounts statement={statement} />
      </Card>
      {state === 'closed' ? null : <p className="soft">{openText(statement)}</p>}
      {rounds_without_tariff > 0 ? <Notice>{withoutTariff}</Notice> : null}
      <Corrections lines={corrections} onOpen={setLine} />
      {adjustments.length > 0 ? (
        <Region title="Toegekende bezwaren">
          <LineRows lines={adjustments} isDated />
        </Region>
      ) : null}
      <Disputes disputes={disputes} />
      <Region title="Dagen">
        {days.length === 0 ? (
          <EmptyState
            title={state === 'closed' ? 'Deze maand heeft geen rondes.' : 'Er zijn nog geen rondes.'}
          >
            {state === 'closed' ? null : <p>Een ronde staat hier zodra de speler is gescand.</p>}
          </EmptyState>
        ) : (
          <Days
            month={month}
            days={days}
            onOpen={setLine}
            onMissing={canDispute ? (date) => setMissing({ date }) : undefined}
          />
        )}
        {canDispute ? (
          <div>
            <Button variant="secondary" onClick={() => setMissing({})}>
              er ontbreekt een ronde…
            </Button>
          </div>
        ) : null}
        <p className="soft small">
          {canDispute
            ? `Bezwaar maken kan tot en met ${longDate(lastDay)}.`
            : `Bezwaar maken kon tot en met ${longDate(lastDay)}.`}
        </p>
      </Region>
      {line ? (
        <LineSheet month={month} line={line} canDispute={canDispute} onClose={() => setLine(undefined)} />
      ) : null}
      {missing ? <DisputeDialog month={month} {...missing} onClose={() => setMissing(undefined)} /> : null}
    </>
  );
}
