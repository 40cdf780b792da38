// One member, and what support does for one in the member's name. Each act has a reason, which is stored with it.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { cancelled, disabled, ended, erasure, granted, link, member, removedPasskeys } from './schemas.ts';

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', id],
    queryFn: ({ signal }) => get(pathOf(id), member, { signal }),
  });

const pathOf = (id: string) => `/members/${encodeURIComponent(id)}`;

/** An act changes more than the member: rounds of others, club days, timelines and what operators did. */
export function reloadAfterAct(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

export interface NewVouchers {
  readonly reason: string;
  readonly holes: number;
  readonly title: string;
  readonly expires: string;
  readonly count: number;
  /** Made when the form opens: sent twice, it grants nothing twice. */
  readonly request: string;
}

export const grantVouchers = async (id: string, vouchers: NewVouchers) =>
  (await post(`${pathOf(id)}/vouchers`, vouchers, granted)).vouchers.length;

export interface NewPass {
  readonly reason: string;
  readonly name: string;
  readonly startdate: string;
  readonly enddate: string;
  readonly max: number;
  readonly per_month: number | null;
  readonly max_holes: number;
  readonly amount_cents: number;
  readonly request: string;
}

export const grantPass = (id: string, pass: NewPass) => post(`${pathOf(id)}/passes`, pass, null);

export const giveBack = (id: string, booking_id: string, place_id: string, reason: string) =>
  post(`${pathOf(id)}/forfeitures/return`, { reason, booking_id, place_id }, null);

/** What happens to the rights of the places. */
export type Rights = 'by_rule' | 'return' | 'forfeit';

export const cancelPlaces = async (
  booking: string,
  places: readonly string[],
  rights: Rights,
  reason: string,
) =>
  (await post(`/bookings/${encodeURIComponent(booking)}/cancel`, { reason, places, rights }, cancelled))
    .cancelled;

/** How many upcoming rounds stay, or were cancelled. */
export const disableMember = async (id: string, cancel_upcoming: boolean, reason: string) =>
  (await post(`${pathOf(id)}/disable`, { reason, cancel_upcoming }, disabled)).rounds;

export const enableMember = (id: string, reason: string) => post(`${pathOf(id)}/enable`, { reason }, null);

export const impersonate = async (id: string, reason: string) =>
  (await post(`${pathOf(id)}/impersonate`, { reason }, link)).link;

export const changeEmail = (id: string, email: string, reason: string) =>
  post(`${pathOf(id)}/email`, { reason, email }, null);

/** Null ends them all. */
export const endMemberSessions = async (id: string, session: string | null, reason: string) =>
  (await post(`${pathOf(id)}/sessions/end`, { reason, session }, ended)).ended;

export const removePasskeys = async (id: string, reason: string) =>
  (await post(`${pathOf(id)}/passkeys/remove`, { reason }, removedPasskeys)).removed;

export interface ErasureRequest {
  readonly reason: string;
  readonly cancel_upcoming: boolean;
  /** Counts, and changes nothing. */
  readonly rehearse: boolean;
  /** The member's e-mail address; empty in a rehearsal. */
  readonly confirm: string;
}

export const eraseMember = (id: string, request: ErasureRequest) =>
  post(`${pathOf(id)}/erase`, request, erasure);
