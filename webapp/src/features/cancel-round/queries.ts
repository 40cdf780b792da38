// The round of one place, as it is now.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { ReservationAnswer } from '@/api/generated/ReservationAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';
import { ROUNDS } from '@/api/rounds.ts';

export function roundQuery(reservationId: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'cancel', reservationId],
    queryFn: ({ signal }) =>
      call(`/reservations/${encodeURIComponent(reservationId)}`, {
        schema: tolerant(ReservationAnswer),
        signal,
      }),
    select: ({ data }) => data,
    // A mail may be opened long after it was sent.
    staleTime: 0,
  });
}
