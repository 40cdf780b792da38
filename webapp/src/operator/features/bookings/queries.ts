// A booking with its players, and cancelling places of it.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { BookingView } from '../../api/generated/BookingView.ts';
import { CancelledPlaces } from '../../api/generated/CancelledPlaces.ts';

/** Of the read models: it follows a booking that was just made. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id],
    queryFn: ({ signal }) => get(`/bookings/${encodeURIComponent(id)}`, BookingView, { signal }),
  });

/** The fate of the places' rights. */
export type Rights = 'by_rule' | 'return' | 'forfeit';

export const cancelPlaces = async (
  booking: string,
  places: readonly string[],
  rights: Rights,
  reason: string,
) =>
  (await post(`/bookings/${encodeURIComponent(booking)}/cancel`, { reason, places, rights }, CancelledPlaces))
    .cancelled;
