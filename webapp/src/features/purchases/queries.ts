// What is for sale to this member. Prices and bounds are asked afresh on each visit, and again and again while the
// payment service is away: the screen is to say by itself that it is back.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { federationOffer, voucherOffer } from './schemas.ts';

const WHILE_AWAY_MS = 10_000;

const whileAway = (offer: { readonly paymentTrouble: string } | undefined) =>
  offer?.paymentTrouble ? WHILE_AWAY_MS : false;

export const voucherOfferQuery = queryOptions({
  queryKey: ['purchases', 'freevoucher'],
  queryFn: ({ signal }) => call('/freevoucher/buy', { schema: voucherOffer, signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => whileAway(state.data),
});

export const federationOfferQuery = queryOptions({
  queryKey: ['purchases', 'federationregistration'],
  queryFn: ({ signal }) => call('/federationregistration/buy', { schema: federationOffer, signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => whileAway(state.data),
});
