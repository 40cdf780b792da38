// When it is light on the day of a round, computed on the device: also known without a network. And how the club says the
// course is.
import { Sunrise } from 'lucide-react';
import { getTimes } from 'suncalc';
import { CourseLine } from '@/features/courses/CourseLine.tsx';

const clock = new Intl.DateTimeFormat('nl-NL', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Europe/Amsterdam',
});

interface Props {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly lat: number;
  readonly lon: number;
  readonly course?: unknown;
}

export function SunTimes({ day, lat, lon, course }: Props) {
  const { sunrise, sunset } = getTimes(new Date(`${day}T12:00:00Z`), lat, lon);
  if (!sunrise || !sunset) return null;
  return (
    <>
      <CourseLine course={course} />
      <Sunrise aria-hidden size={18} />
      <p>{`Zon op ${clock.format(sunrise)}, onder ${clock.format(sunset)}`}</p>
    </>
  );
}
