// What is for sale to this member. Prices and bounds are asked afresh on each visit.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { federationOffer, voucherOffer } from './schemas.ts';

export const voucherOfferQuery = queryOptions({
  queryKey: ['purchases', 'freevoucher'],
  queryFn: ({ signal }) => call('/freevoucher/buy', { schema: voucherOffer, signal }),
  staleTime: 0,
});

export const federationOfferQuery = queryOptions({
  queryKey: ['purchases', 'federationregistration'],
  queryFn: ({ signal }) => call('/federationregistration/buy', { schema: federationOffer, signal }),
  staleTime: 0,
});
