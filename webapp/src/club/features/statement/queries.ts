// What the club is owed, by month. The shapes have their names here, so that the screens do not depend on the description's.
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { clubGet, clubPost, isUnreachable } from '@/club/api/client.ts';
import { failureText } from '@/club/api/failure.ts';
import { saveFile } from '@/club/api/files.ts';
import { DayLines } from '@/club/api/generated/DayLines.ts';
import { StatementAnswer } from '@/club/api/generated/StatementAnswer.ts';
import { StatementMonths } from '@/club/api/generated/StatementMonths.ts';

export type Statement = StatementAnswer;
export type Months = StatementMonths;
export type Month = StatementMonths['months'][number];
export type Day = StatementAnswer['days'][number];
export type Line = DayLines['lines'][number];
export type Fact = Line['facts'][number];
export type Dispute = StatementAnswer['disputes'][number];

const STATEMENTS = 'statements';

const pathOf = (month: string) => `/statements/${encodeURIComponent(month)}`;

export const monthsQuery = queryOptions({
  queryKey: [STATEMENTS],
  queryFn: ({ signal }) => clubGet(StatementMonths, '/statements', { signal }),
});

export const statementQuery = (month: string) =>
  queryOptions({
    queryKey: [STATEMENTS, month],
    queryFn: ({ signal }) => clubGet(StatementAnswer, pathOf(month), { signal }),
  });

/** The dispute that a line was added for: of the statement of its day. */
export const useAccepted = ({ dispute, month }: Line): Dispute | undefined =>
  useQuery({ ...statementQuery(month), enabled: dispute !== null }).data?.disputes.find(
    (one) => one.dispute === dispute,
  );

export const dayQuery = (month: string, date: string) =>
  queryOptions({
    queryKey: [STATEMENTS, month, date],
    queryFn: ({ signal }) =>
      clubGet(DayLines, `${pathOf(month)}/days/${encodeURIComponent(date)}`, { signal }),
  });

/** Above the screen stands that there is no connection: it is not said twice. */
export const notFetched = (error: Error) => [
  isUnreachable(error) ? 'De afrekening is niet opgehaald.' : failureText(error),
];

export const reloadStatements = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: [STATEMENTS] });

export interface NewDispute {
  /** The same for each attempt, so that a repeated one disputes nothing twice. */
  readonly dispute: string;
  readonly date: string;
  /** Null: a line is missing. */
  readonly place: string | null;
  readonly reason: string;
}

export const disputeLine = (month: string, dispute: NewDispute) =>
  clubPost(null, `${pathOf(month)}/disputes`, dispute);

export const withdrawDispute = (dispute: string, reason: string) =>
  clubPost(null, `/disputes/${encodeURIComponent(dispute)}/withdraw`, { reason });

/** The names are for a server that gives none. */
const FILES = {
  'statement.pdf': (month: string) => `afrekening-${month}.pdf`,
  'statement.csv': (month: string) => `afrekening-${month}.csv`,
  'invoice.xml': (month: string) => `factuur-${month}.xml`,
};

export type StatementFile = keyof typeof FILES;

export const saveStatementFile = (month: string, file: StatementFile) =>
  saveFile(`${pathOf(month)}/${file}`, FILES[file](month));
