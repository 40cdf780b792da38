// A group on the waiting list as text: how many are before it, and how long its offer lasts.
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';

const clock = new Intl.DateTimeFormat('nl-NL', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Amsterdam',
});

/** The server counts no further. */
const MOST_AHEAD = 100;

const MINUTE_MS = 60_000;

/** Of one player `je`, of several `jullie`. */
export const isAlone = ({ players }: ShownGroup): boolean => players.length === 1;

/** `2 groepen voor jullie`, `1 groep voor je`, `jullie zijn als eerste` */
export function aheadText(group: ShownGroup): string {
  const alone = isAlone(group);
  if (group.ahead === 0) return alone ? 'je bent als eerste' : 'jullie zijn als eerste';
  const groups =
    group.ahead === 1 ? '1 groep' : `${group.ahead}${group.ahead >= MOST_AHEAD ? ' of meer' : ''} groepen`;
  return `${groups} voor ${alone ? 'je' : 'jullie'}`;
}

/** `16:30`, in Amsterdam. */
export function clockTime(instant: string): string {
  return clock.format(Date.parse(instant));
}

/** `1 uur 12 minuten`, `2 uur`, `1 minuut`: a minute that has begun counts whole. */
export function leftText(milliseconds: number): string {
  const all = Math.ceil(milliseconds / MINUTE_MS);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  const parts = [
    hours > 0 ? `${hours} uur` : '',
    minutes > 0 ? `${minutes} ${minutes === 1 ? 'minuut' : 'minuten'}` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** Milliseconds until that text changes, or the time is over. */
export function untilNextText(milliseconds: number): number {
  return milliseconds % MINUTE_MS || MINUTE_MS;
}
