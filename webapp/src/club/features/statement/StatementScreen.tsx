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
import { LineRows, Sent } from './LineRows.tsx';
import { useInterrupted, type Subject } from './draft.ts';
import { notFetched, statementQuery, type Line, type Statement } from './queries.ts';
import { disputeOf, isMonth, isOver, monthTitle, openText, stateText } from './words.ts';

export function StatementScreen() {
  const { month = '' } = useParams({ strict: false }) as { readonly month?: string };
  // What is open on a month stays with it.
  return isMonth(month) ? <MonthScreen key={month} month={month} /> : <NotFoundScreen />;
}

function MonthScreen({ month }: { readonly month: string }) {
  return (
    <Page title={monthTitle(month)} above={<BackLink to="/statements">Afrekening</BackLink>}>
      <Loaded
        query={useQuery(statementQuery(month))}
        failure={notFetched}
        skeleton={<Skeleton height="12rem" count={2} />}
      >
        {(statement) => <Parts statement={statement} />}
      </Loaded>
    </Page>
  );
}

function Parts({ statement }: { readonly statement: Statement }) {
  const { month, state, disputes_until, days, corrections, adjustments, disputes, rounds_without_tariff } =
    statement;
  const [line, setLine] = useState<Line>();
  const { interrupted, forget } = useInterrupted(month);
  const [subject, setSubject] = useState(interrupted);
  const [sent, setSent] = useState<Subject>();
  const canDispute = disputes_until === null || today() <= disputes_until;
  const close = () => {
    forget();
    setSubject(undefined);
  };
  const dispute = (of: Partial<Subject>) => {
    setSent(undefined);
    setLine(undefined);
    setSubject({ month, line: null, date: null, ...of });
  };
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
          <Badge tone={state === 'closed' ? 'green' : 'sand'}>{stateText(statement)}</Badge>
        </div>
        <Amounts statement={statement} />
      </Card>
      {state === 'closed' ? null : <p className="soft">{openText(statement)}</p>}
      {rounds_without_tariff > 0 ? <Notice>{withoutTariff}</Notice> : null}
      <Corrections lines={corrections} disputes={disputes} sent={sent} onOpen={setLine} />
      {adjustments.length > 0 ? (
        <Region title="Toegekende bezwaren">
          <LineRows lines={adjustments} disputes={[]} isDated onOpen={setLine} />
        </Region>
      ) : null}
      <Disputes disputes={disputes} />
      <Region title="Dagen">
        {days.length === 0 ? (
          <EmptyState title={isOver(month) ? 'Geen rondes in deze maand.' : 'Er zijn nog geen rondes.'}>
            {isOver(month) ? null : <p>Een ronde staat hier zodra de speler is aangekomen.</p>}
          </EmptyState>
        ) : (
          <Days
            month={month}
            days={days}
            first={subject?.line?.date ?? subject?.date ?? undefined}
            disputes={disputes}
            sent={sent}
            onOpen={setLine}
            onMissing={canDispute ? (date) => dispute({ date }) : undefined}
          />
        )}
        {canDispute ? (
          <div>
            <Button variant="secondary" onClick={() => dispute({})}>
              {days.length === 0 ? 'er ontbreekt een ronde…' : 'er ontbreekt een ronde op een andere dag…'}
            </Button>
          </div>
        ) : null}
        {sent?.line === null && sent.date === null ? <Sent /> : null}
        {disputes_until === null ? null : (
          <p className="soft small">
            {`Bezwaar maken ${canDispute ? 'kan' : 'kon'} tot en met ${longDate(disputes_until)}.`}
          </p>
        )}
      </Region>
      {line ? (
        <LineSheet
          line={line}
          disputes={disputes}
          onDispute={canDispute ? () => dispute({ line }) : undefined}
          onClose={() => setLine(undefined)}
        />
      ) : null}
      {subject ? (
        <DisputeDialog
          {...subject}
          isAgain={subject.line !== null && disputeOf(subject.line, disputes) !== undefined}
          onBack={() => {
            setLine(subject.line ?? undefined);
            close();
          }}
          onDone={() => {
            close();
            setSent(subject);
          }}
        />
      ) : null}
    </>
  );
}
