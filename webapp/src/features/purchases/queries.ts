// The products for sale to this member. Prices and limits are fetched on each visit, and repeatedly while the payment
// service is unavailable: the screen shows by itself when it is available again.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { FederationOffer } from '@/api/generated/FederationOffer.ts';
import { VoucherOffer } from '@/api/generated/VoucherOffer.ts';
import { tolerant } from '@/api/tolerant.ts';

const REFETCH_MS = 10_000;

const refetchWhileUnavailable = (offer: { readonly paymentTrouble: string | null } | undefined) =>
  offer?.paymentTrouble ? REFETCH_MS : false;

export const voucherOfferQuery = queryOptions({
  queryKey: ['purchases', 'freevoucher'],
  queryFn: ({ signal }) => call('/freevoucher/buy', { schema: tolerant(VoucherOffer), signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => refetchWhileUnavailable(state.data),
});

export const federationOfferQuery = queryOptions({
  queryKey: ['purchases', 'federationregistration'],
  queryFn: ({ signal }) => call('/federationregistration/buy', { schema: tolerant(FederationOffer), signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => refetchWhileUnavailable(state.data),
});
