// A round that is no longer among the upcoming ones: whether it was cancelled, and by whom.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { ReservationAnswer } from '@/api/generated/ReservationAnswer.ts';
import { tolerant } from '@/api/tolerant.ts';
import { ROUNDS } from '@/api/rounds.ts';

export function goneRoundQuery(reservationId: string) {
  return queryOptions({
    queryKey: [ROUNDS, 'gone', reservationId],
    queryFn: ({ signal }) =>
      call(`/reservations/${encodeURIComponent(reservationId)}`, {
        schema: tolerant(ReservationAnswer),
        signal,
      }),
    select: ({ data }) => data,
    // The list changed: what was known about this round before is outdated.
    staleTime: 0,
  });
}

export const voucherTexts = {
  failure: 'De voucher kan niet worden opgehaald.',
  network:
    'Je hebt deze voucher niet op dit apparaat, of de ronde staat niet meer in je lijst. Met verbinding zie je meer.',
};
