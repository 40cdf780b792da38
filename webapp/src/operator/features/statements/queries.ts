// What clubs are owed, and what an operator changes about it. Each change has a reason, which is stored with it.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import type { CloseMonth } from '../../api/generated/CloseMonth.ts';
import { ClubSettlement } from '../../api/generated/ClubSettlement.ts';
import { DayLines } from '../../api/generated/DayLines.ts';
import type { EndDispute } from '../../api/generated/EndDispute.ts';
import { OwnBilling } from '../../api/generated/OwnBilling.ts';
import type { SetBilling } from '../../api/generated/SetBilling.ts';
import type { SetTariff } from '../../api/generated/SetTariff.ts';
import { StatementAnswer } from '../../api/generated/StatementAnswer.ts';
import { StatementOverview } from '../../api/generated/StatementOverview.ts';
import type { TakePayments } from '../../api/generated/TakePayments.ts';

export type { BillingDetails } from '../../api/generated/BillingDetails.ts';
export type { ClubStatement as ClubOfMonth } from '../../api/generated/ClubStatement.ts';
export type { StatementAnswer as Statement } from '../../api/generated/StatementAnswer.ts';
export type { StatementAmounts } from '../../api/generated/StatementAmounts.ts';
export type { StatementDay } from '../../api/generated/StatementDay.ts';
export type { StatementDispute as Dispute } from '../../api/generated/StatementDispute.ts';
export type { StatementFact } from '../../api/generated/StatementFact.ts';
export type { StatementLine as Line } from '../../api/generated/StatementLine.ts';
export type { StatementMonth as Month } from '../../api/generated/StatementMonth.ts';
export type { SetBilling } from '../../api/generated/SetBilling.ts';
export type { NextPaymentFile } from '../../api/generated/NextPaymentFile.ts';
export type { PaymentFile } from '../../api/generated/PaymentFile.ts';
export type { ClubTariff as Tariff } from '../../api/generated/ClubTariff.ts';

const clubPath = (club: string) => `/clubs/${encodeURIComponent(club)}`;
export const statementPath = (club: string, month: string) => `${clubPath(club)}/statements/${month}`;
export const paymentsPath = (month: string) => `/statements/${month}/payments`;

/** All clubs. */
export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: ['statements', 'of-month', month],
    queryFn: ({ signal }) =>
      get(`/statements?month=${encodeURIComponent(month)}`, StatementOverview, { signal }),
  });

/** Of the company behind the portal. */
export const ownBillingQuery = queryOptions({
  queryKey: ['statements', 'own-billing'],
  queryFn: ({ signal }) => get('/billing', OwnBilling, { signal }),
});

export const settlementQuery = (club: string) =>
  queryOptions({
    queryKey: ['statements', 'club', club],
    queryFn: ({ signal }) => get(`${clubPath(club)}/settlement`, ClubSettlement, { signal }),
  });

export const statementQuery = (club: string, month: string) =>
  queryOptions({
    queryKey: ['statements', 'club', club, month],
    queryFn: ({ signal }) => get(statementPath(club, month), StatementAnswer, { signal }),
  });

/** The lines of a day of the month. */
export const dayQuery = (club: string, month: string, date: string) =>
  queryOptions({
    queryKey: ['statements', 'club', club, month, date],
    queryFn: ({ signal }) => get(`${statementPath(club, month)}/days/${date}`, DayLines, { signal }),
  });

export const setTariff = (club: string, tariff: SetTariff) => post(`${clubPath(club)}/tariffs`, tariff, null);

/** Without a club, of the company behind the portal. */
export const setBilling = (club: string | undefined, billing: SetBilling) =>
  post(club === undefined ? '/billing' : `${clubPath(club)}/billing`, billing, null);

export const closeMonth = (club: string, month: string, seen: CloseMonth) =>
  post(`${statementPath(club, month)}/close`, seen, null);

export const endDispute = (club: string, dispute: string, end: EndDispute) =>
  post(`${clubPath(club)}/disputes/${dispute}/end`, end, null);

/** Of the statements until the month that are in no file yet. */
export const takePayments = (month: string, taken: TakePayments) => post(paymentsPath(month), taken, null);
