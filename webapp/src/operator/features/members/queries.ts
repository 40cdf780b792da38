// One member with ledger and notes, and support's acts in the member's name. Each act has a reason, which is stored with it.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import type { CorrectProfile } from '../../api/generated/CorrectProfile.ts';
import type { EraseMember } from '../../api/generated/EraseMember.ts';
import type { GrantPass } from '../../api/generated/GrantPass.ts';
import type { GrantVouchers } from '../../api/generated/GrantVouchers.ts';
import { CorrectedProfile } from '../../api/generated/CorrectedProfile.ts';
import { DisabledMember } from '../../api/generated/DisabledMember.ts';
import { EndedSessions } from '../../api/generated/EndedSessions.ts';
import { ErasedMember } from '../../api/generated/ErasedMember.ts';
import { GrantedVouchers } from '../../api/generated/GrantedVouchers.ts';
import { ImpersonationLink } from '../../api/generated/ImpersonationLink.ts';
import { MemberLedger } from '../../api/generated/MemberLedger.ts';
import { MemberView } from '../../api/generated/MemberView.ts';
import { NoteList } from '../../api/generated/NoteList.ts';
import { NoteView } from '../../api/generated/NoteView.ts';
import { RemovedPasskeys } from '../../api/generated/RemovedPasskeys.ts';
import { pagedQuery } from '../../api/pages.ts';

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', id],
    queryFn: ({ signal }) => get(pathOf(id), MemberView, { signal }),
  });

export const ledgerQuery = (id: string, pass: string) =>
  pagedQuery(['member-ledger', id, pass], `${pathOf(id)}/ledger`, { pass }, MemberLedger, (pages) =>
    pages.flatMap(({ lines }) => lines),
  );

export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ['member-notes', id],
    queryFn: async ({ signal }) => (await get(`${pathOf(id)}/notes`, NoteList, { signal })).notes,
  });

export const addNote = (id: string, text: string) => post(`${pathOf(id)}/notes`, { text }, NoteView);

export const removeNote = (id: string, note: string) =>
  post(`${pathOf(id)}/notes/remove`, { id: note }, null);

const pathOf = (id: string) => `/members/${encodeURIComponent(id)}`;

export const grantVouchers = async (id: string, vouchers: GrantVouchers) =>
  (await post(`${pathOf(id)}/vouchers`, vouchers, GrantedVouchers)).vouchers.length;

export const grantPass = (id: string, pass: GrantPass) => post(`${pathOf(id)}/passes`, pass, null);

export const withdrawVoucher = (id: string, voucher: string, reason: string) =>
  post(`${pathOf(id)}/vouchers/withdraw`, { reason, voucher }, null);

export const withdrawPass = (id: string, subscription: string, reason: string) =>
  post(`${pathOf(id)}/passes/withdraw`, { reason, subscription }, null);

export const refundOrder = (order: string, reason: string) =>
  post(`/orders/${encodeURIComponent(order)}/refund`, { reason }, null);

export const giveBack = (id: string, booking_id: string, place_id: string, reason: string) =>
  post(`${pathOf(id)}/forfeitures/return`, { reason, booking_id, place_id }, null);

/** The number of upcoming rounds, which remain or, with `cancel_upcoming`, were cancelled. */
export const disableMember = async (id: string, cancel_upcoming: boolean, reason: string) =>
  (await post(`${pathOf(id)}/disable`, { reason, cancel_upcoming }, DisabledMember)).rounds;

export const enableMember = (id: string, reason: string) => post(`${pathOf(id)}/enable`, { reason }, null);

export const impersonate = async (id: string, reason: string) =>
  (await post(`${pathOf(id)}/impersonate`, { reason }, ImpersonationLink)).link;

export const changeEmail = (id: string, email: string, reason: string) =>
  post(`${pathOf(id)}/email`, { reason, email }, null);

/** The fields that changed. */
export const correctProfile = async (id: string, correction: CorrectProfile) =>
  (await post(`${pathOf(id)}/profile`, correction, CorrectedProfile)).changed;

/** Null ends them all. */
export const endMemberSessions = async (id: string, session: string | null, reason: string) =>
  (await post(`${pathOf(id)}/sessions/end`, { reason, session }, EndedSessions)).ended;

export const removePasskeys = async (id: string, reason: string) =>
  (await post(`${pathOf(id)}/passkeys/remove`, { reason }, RemovedPasskeys)).removed;

export const eraseMember = (id: string, request: EraseMember) =>
  post(`${pathOf(id)}/erase`, request, ErasedMember);
