// What one wants to know before leaving for a round: when it is light, computed on the device and so also known without a
// network, and when one starts at the club.
import { Sunrise } from 'lucide-react';
import { getTimes } from 'suncalc';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { Row } from '@/ui';

const clock = new Intl.DateTimeFormat('nl-NL', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Europe/Amsterdam',
});

export function TravelFacts({ reservation }: { readonly reservation: Reservation }) {
  const { starttime_description } = reservation.golfclub;
  const sun = sunText(reservation);
  return (
    <>
      {sun ? (
        <Row gap={2} align="center">
          <Sunrise aria-hidden size={18} />
          <p>{sun}</p>
        </Row>
      ) : null}
      {starttime_description ? <p className="soft small">{starttime_description}</p> : null}
    </>
  );
}

/** `Zon op 8:22, onder 16:28`; nothing where it is not known where the club is. */
function sunText({ play_date, golfclub: { lat, lon } }: Reservation): string | undefined {
  if (lat === null || lon === null) return undefined;
  const { sunrise, sunset } = getTimes(new Date(`${play_date}T12:00:00Z`), lat, lon);
  if (!sunrise || !sunset) return undefined;
  return `Zon op ${clock.format(sunrise)}, onder ${clock.format(sunset)}`;
}
