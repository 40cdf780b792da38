// A fake of the server's side of what clubs are owed: one club with a tariff, whose October can be closed, and two
// without, one of which nobody played at.
import type { BillingDetails } from '../../src/operator/api/generated/BillingDetails.ts';
import type { ClubStatement } from '../../src/operator/api/generated/ClubStatement.ts';
import type { PaymentFile } from '../../src/operator/api/generated/PaymentFile.ts';
import type { StatementAnswer } from '../../src/operator/api/generated/StatementAnswer.ts';
import type { StatementDispute } from '../../src/operator/api/generated/StatementDispute.ts';
import type { StatementFact } from '../../src/operator/api/generated/StatementFact.ts';
import type { StatementLine } from '../../src/operator/api/generated/StatementLine.ts';
import type { StatementMonth } from '../../src/operator/api/generated/StatementMonth.ts';
import type { ClubTariff } from '../../src/operator/api/generated/ClubTariff.ts';
import { fail, type MockRequest, type MockResponse } from '../mockResponse.ts';

const CLUB = 'de-wilgenhoek';
export const DISPUTE = '0197a3c2-d15b-7c42-9d0e-3f2a1b4c5d6e';
const PLACE = '0197a3c2-2222-7c42-9d0e-3f2a1b4c5d6e';
const OTHER_PLACE = '0197a3c2-3333-7c42-9d0e-3f2a1b4c5d6e';

const arrived: StatementFact = {
  position: 4711,
  at: '2026-10-03T09:12:00+02:00',
  kind: 'arrived',
  holes: 18,
  counts: null,
  note: null,
};

const line = (more: Partial<StatementLine> = {}): StatementLine => ({
  date: '2026-10-03',
  start_time: null,
  place: OTHER_PLACE,
  dispute: null,
  player: 'J.V.',
  kind: 'arrival',
  holes: 18,
  net_cents: 3500,
  vat: 'low',
  is_correction: false,
  month: '2026-10',
  is_disputed: false,
  facts: [arrived],
  ...more,
});

const ofDay = (date: string): StatementLine[] =>
  date === '2026-10-03'
    ? [
        line({ place: PLACE, start_time: '10:20', is_disputed: true }),
        line({ player: null, kind: 'walk_in', facts: [] }),
      ]
    : [
        line({
          date,
          holes: 9,
          net_cents: 2000,
          facts: [
            { ...arrived, position: 4720 },
            { ...arrived, position: 4725, kind: 'holes', holes: 9, note: 'Regen na 9 holes' },
            { ...arrived, position: 4726, kind: 'decided', holes: null, counts: false },
          ],
        }),
      ];

const corrections = [
  line({ date: '2026-09-12', month: '2026-09', is_correction: true, net_cents: -3500 }),
  line({ date: '2026-09-12', month: '2026-09', is_correction: true, holes: 9, net_cents: 2000 }),
];

const sampleDispute = (): StatementDispute => ({
  dispute: DISPUTE,
  month: '2026-10',
  date: '2026-10-03',
  place: PLACE,
  player: 'J.V.',
  reason: 'Deze speler liep 18 holes, geen 9.',
  disputed_at: '2026-11-05T14:00:00+01:00',
  outcome: null,
  adjustment_cents: 0,
  answer: null,
  ended_at: null,
});

const NONE = { count: 0, net_cents: 0 };
const sum = (...cents: number[]) => ({
  count: cents.length,
  net_cents: cents.reduce((all, one) => all + one, 0),
});
const vatOf = (net: number) => Math.sign(net) * Math.round(Math.abs(net) * 0.09);

function withoutReason(body: Record<string, unknown>): Record<string, unknown> {
  const { reason: _reason, ...rest } = body;
  return rest;
}

/** Answers `/statements`, `/billing` and what is below `/clubs/de-wilgenhoek`; undefined for any other call. */
export function createStatements() {
  const closed = new Set(['2026-09']);
  const tariffs: ClubTariff[] = [
    {
      from: '2026-09-01',
      weekday_9_cents: 2000,
      weekday_18_cents: 3000,
      weekend_9_cents: 2000,
      weekend_18_cents: 3500,
      absence_cents: 0,
      vat: 'low',
    },
  ];
  let ownBilling: BillingDetails | null = null;
  let billing: BillingDetails | null = {
    name: 'Golfclub De Wilgenhoek',
    street: 'Wilgenlaan 1',
    postal_code: '3811 AB',
    city: 'Amersfoort',
    registration: '12345678',
    vat_number: 'NL123456789B01',
    iban: 'NL91ABNA0417164300',
  };
  const dispute = sampleDispute();
  const payments = new Map<string, PaymentFile>();
  const earlier: StatementDispute[] = [];
  /** Rounds of October that came meanwhile. */
  let more = 0;

  const isNext = (month: string) =>
    !closed.has(month) && ['2026-09', '2026-10', '2026-11'].find((one) => !closed.has(one)) === month;
  const invoiceOf = (month: string) => (closed.has(month) ? `${CLUB}-${month}` : null);
  const unpaid = (month: string) => [...closed].filter((one) => one <= month && !payments.has(one));
  const totalOf = (months: readonly string[]) =>
    months.reduce((sum, month) => sum + statement(month).amounts.total_cents, 0);
  const paidOn = (month: string) => payments.get(month)?.created_at.slice(0, 10) ?? null;
  const disputesOf = (month: string) => [dispute, ...earlier].filter((one) => one.month === month);
  const openIn = (month: string) => disputesOf(month).filter(({ outcome }) => outcome === null).length;

  function statement(month: string): StatementAnswer {
    const isOctober = month === '2026-10';
    const arrivals = isOctober ? sum(3500, 2000, ...Array.from({ length: more }, () => 3500)) : sum(3500);
    const walkIns = isOctober ? sum(3500) : NONE;
    const corrected = isOctober ? sum(-3500, 2000) : NONE;
    const net = arrivals.net_cents + walkIns.net_cents + corrected.net_cents;
    const state = closed.has(month) ? 'closed' : isNext(month) ? 'next' : 'later';
    return {
      month,
      state,
      can_be_closed: isOctober && state === 'next',
      disputes_until: null,
      closed_on: closed.has(month) ? '2026-11-02' : null,
      paid_on: paidOn(month),
      as_of: 20_000 + more,
      hash: `hash-${more}`,
      invoice_number: invoiceOf(month),
      amounts: {
        arrivals,
        walk_ins: walkIns,
        absences: NONE,
        corrections: corrected,
        adjustments: NONE,
        vat: [{ regime: 'low', percent: 9, net_cents: net, vat_cents: vatOf(net) }],
        net_cents: net,
        vat_cents: vatOf(net),
        total_cents: net + vatOf(net),
      },
      days: isOctober
        ? [
            { date: '2026-10-03', lines: 2, net_cents: 7000 },
            { date: '2026-10-04', lines: 1, net_cents: 2000 },
          ]
        : [],
      corrections: isOctober ? corrections : [],
      adjustments: [],
      disputes: disputesOf(month),
      rounds_without_tariff: isOctober ? 1 : 0,
    };
  }

  function monthOf(month: string): StatementMonth {
    const { closed_on, paid_on, amounts, invoice_number } = statement(month);
    const isClosed = closed.has(month);
    return {
      month,
      state: isClosed ? 'closed' : 'open',
      is_next: isNext(month),
      closed_on,
      paid_on,
      net_cents: isClosed ? amounts.net_cents : null,
      vat_cents: isClosed ? amounts.vat_cents : null,
      total_cents: isClosed ? amounts.total_cents : null,
      invoice_number,
      open_disputes: openIn(month),
    };
  }

  function ofMonth(month: string) {
    const { state, can_be_closed, paid_on, amounts, invoice_number } = statement(month);
    const isClosed = closed.has(month);
    const own: ClubStatement = {
      club: CLUB,
      name: 'De Wilgenhoek',
      state,
      arrived: 3 + more,
      net_cents: isClosed ? amounts.net_cents : null,
      total_cents: isClosed ? amounts.total_cents : null,
      invoice_number,
      open_disputes: openIn(month),
      has_billing: billing !== null,
      can_be_closed,
      in_payment: payments.has(month),
      paid_on,
    };
    const other: ClubStatement = {
      ...own,
      club: 'het-duin',
      name: 'Het Duin',
      state: 'no_tariff',
      net_cents: null,
      total_cents: null,
      invoice_number: null,
      open_disputes: 0,
      has_billing: false,
      can_be_closed: false,
      in_payment: false,
      paid_on: null,
    };
    const file = payments.get(month);
    const next = unpaid(month);
    return {
      month,
      clubs: [{ ...other, club: 'de-polder', name: 'De Polder', arrived: 0 }, own, other],
      total_cents: own.total_cents ?? 0,
      payments: file ? [file] : [],
      next_payment: { transfers: next.length > 0 ? 1 : 0, total_cents: totalOf(next) },
    };
  }

  function takePayments(month: string): MockResponse {
    const taken = unpaid(month);
    if (taken.length === 0) return fail(409, 'There is nothing new to pay.');
    const message_id = `FAIRWAY-${month}-1`;
    const created_at = '2026-11-25T11:00:00+01:00';
    const file: PaymentFile = { message_id, created_at, transfers: 1, total_cents: totalOf(taken) };
    for (const one of taken) payments.set(one, file);
    return { body: { message_id } };
  }

  const settlement = () => ({
    club: CLUB,
    name: 'De Wilgenhoek',
    tariffs,
    billing,
    months: { first_month: '2026-09', months: ['2026-11', '2026-10', '2026-09'].map(monthOf) },
    disputes: dispute.outcome === null ? [dispute] : [],
  });

  function close(month: string, body: Record<string, unknown>): MockResponse {
    if (body['hash'] !== `hash-${more}`) return fail(409, 'The statement has changed: look again.');
    closed.add(month);
    return { body: {} };
  }

  function ofClub(method: string, parts: readonly string[], body: Record<string, unknown>) {
    const [kind, id = '', what, date = ''] = parts;
    const key = [method, kind, what].filter(Boolean).join(' ');
    const answers: Record<string, () => MockResponse> = {
      'GET settlement': () => ({ body: settlement() }),
      'POST tariffs': () => {
        tariffs.unshift(withoutReason(body) as ClubTariff);
        return { body: {} };
      },
      'POST billing': () => {
        billing = withoutReason(body) as BillingDetails;
        return { body: {} };
      },
      'GET statements': () => ({ body: statement(id) }),
      'GET statements days': () => ({ body: { date, lines: ofDay(date) } }),
      'GET statements statement.pdf': () => ({ body: 'PDF' }),
      'GET statements statement.csv': () => ({ body: 'date;player' }),
      'GET statements invoice.xml': () => ({ body: '<Invoice/>' }),
      'POST statements close': () => close(id, body),
      'POST disputes end': () => {
        const { answer, outcome, adjustment_cents } = body as Pick<
          StatementDispute,
          'answer' | 'outcome' | 'adjustment_cents'
        >;
        Object.assign(dispute, { answer, outcome, adjustment_cents, ended_at: '2026-11-25T11:00:00+01:00' });
        return { body: {} };
      },
    };
    return answers[key]?.();
  }

  return {
    /** One more player came in October. */
    addRound: () => (more += 1),
    /** The club has disputed the same place before. */
    addEarlierDispute: () =>
      earlier.push({
        ...sampleDispute(),
        dispute: '0197a3c2-d15b-7c42-9d0e-3f2a1b4c5d6f',
        outcome: 'accepted',
        adjustment_cents: 950,
        answer: 'Klopt.',
        ended_at: '2026-11-10T11:00:00+01:00',
      }),
    removeBilling: () => (billing = null),
    respond(method: string, path: string, { query, body }: MockRequest): MockResponse | undefined {
      const [, kind, club, ...parts] = path.split('/');
      if (path === '/statements') {
        const month = query.get('month') ?? '';
        const sentence = 'Write a month such as 2026-11.';
        return /^\d{4}-\d\d$/.test(month)
          ? { body: ofMonth(month) }
          : fail(422, sentence, { errors: { month: sentence } });
      }
      if (path === '/billing') {
        if (method === 'POST') ownBilling = withoutReason(body) as BillingDetails;
        return { body: method === 'POST' ? {} : { billing: ownBilling } };
      }
      if (kind === 'statements' && parts[0] === 'payments') {
        return method === 'POST' ? takePayments(club ?? '') : { body: '<Document/>' };
      }
      if (kind !== 'clubs' || club !== CLUB) return undefined;
      return ofClub(method, parts, body);
    },
  };
}
