// Sunrise and sunset at the club on the day of the round, computed on the device: also without a network.
import { Sunrise } from 'lucide-react';
import { getTimes } from 'suncalc';

interface Props {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly lat: number;
  readonly lon: number;
}

const clock = new Intl.DateTimeFormat('nl-NL', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Europe/Amsterdam',
});

export function SunTimes({ day, lat, lon }: Props) {
  const { sunrise, sunset } = getTimes(new Date(`${day}T12:00:00Z`), lat, lon);
  if (!sunrise || !sunset) return null;
  return (
    <>
      <Sunrise aria-hidden size={18} />
      <p>{`Zon op om ${clock.format(sunrise)}, onder om ${clock.format(sunset)}`}</p>
    </>
  );
}
