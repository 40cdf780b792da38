// Which flights are past their start time while players of them are missing.
import { useEffect, useState } from 'react';
import { now } from '@/api/clock.ts';
import { timeText } from '@/club/ui/moments.ts';
import type { Flight } from './day.ts';

const TICK_MS = 20_000;
/** After it nobody waits any longer. */
const HOUR = 60;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const timeNow = () => timeText(new Date(now()).toISOString());

/** The time of the day, `10:40`. */
export function useTime(): string {
  const [time, setTime] = useState(timeNow);
  useEffect(() => {
    const timer = setInterval(() => setTime(timeNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return time;
}

/** `3 van 4 · 20 min. te laat`; undefined while nobody is late. */
export function latenessOf({ start_time, players }: Flight, time: string): string | undefined {
  const expected = players.filter(({ has_left }) => !has_left);
  const arrived = expected.filter(({ status }) => status === 'arrived').length;
  if (start_time === null || arrived === expected.length) return undefined;
  const late = minutesOf(time) - minutesOf(start_time);
  if (late <= 0) return undefined;
  return `${arrived} van ${expected.length} · ${late > HOUR ? 'meer dan een uur' : `${late} min.`} te laat`;
}
