// The kinds of subject that can be looked up, as they are named in addresses and on screens.
import * as z from 'zod/mini';

export const KINDS = [
  'member',
  'booking',
  'voucher',
  'order',
  'club_day',
  'waiting_list',
  'arrival_list',
  'settlement',
] as const;
export type Kind = (typeof KINDS)[number];
export const kindSchema = z.enum(KINDS);

export const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text);

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  member: 'Member',
  booking: 'Booking',
  voucher: 'Voucher',
  order: 'Order',
  club_day: 'Club day',
  waiting_list: 'Waiting list',
  arrival_list: 'Arrivals',
  settlement: 'Settlement',
};

/** The name of a kind that the server may have added since. */
export const kindName = (kind: string) => (isKind(kind) ? KIND_NAMES[kind] : kind);

/** The first digits of an id, which the search accepts; an id that is no uuid is short already. */
export const shortId = (id: string) => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? id.slice(0, 8) : id);
