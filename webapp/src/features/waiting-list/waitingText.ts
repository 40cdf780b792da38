// A group on the waiting list as text: how many are before it, and how long its offer lasts.
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { listOf, counted } from '@/ui';

const clock = new Intl.DateTimeFormat('nl-NL', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Amsterdam',
});

/** The server counts no further. */
const MOST_AHEAD = 100;

const MINUTE_MS = 60_000;

export const isAlone = ({ players }: ShownGroup): boolean => players.length === 1;

/** Of one player `je`, of several `jullie`; names where the member put others on the list. */
export function wordsFor(group: ShownGroup) {
  const { players } = group;
  const alone = isAlone(group);
  if (players.some(({ is_me }) => is_me)) {
    return alone
      ? { who: 'je', me: 'me', for: 'jou', are: 'je bent', stand: 'Je staat' }
      : { who: 'jullie', me: 'ons', for: 'jullie', are: 'jullie zijn', stand: 'Jullie staan' };
  }
  const names = listOf(players.map(({ first_name }) => first_name));
  const [are, stand] = alone ? ['is', 'staat'] : ['zijn', 'staan'];
  return { who: names, me: names, for: names, are: `${names} ${are}`, stand: `${names} ${stand}` };
}

/** `2 groepen voor jullie`, `1 groep voor je`, `jullie zijn als eerste aan de beurt` */
export function aheadText(group: ShownGroup): string {
  const { are, who } = wordsFor(group);
  if (group.ahead === 0) return `${are} als eerste aan de beurt`;
  const groups =
    group.ahead === 1 ? '1 groep' : `${group.ahead}${group.ahead >= MOST_AHEAD ? ' of meer' : ''} groepen`;
  return `${groups} voor ${who}`;
}

/** `om mee te spelen met Jan`; empty for a round of their own. */
export function joinText({ to_join, asked_by_you }: ShownGroup): string {
  if (to_join === undefined) return '';
  return `om mee te spelen met ${asked_by_you ? 'jou' : to_join}`;
}

/** `Er is een plaats vrij` */
export function freeText(groups: readonly ShownGroup[]): string {
  return groups.every(isAlone) && groups.length === 1 ? 'Er is een plaats vrij' : 'Er zijn plaatsen vrij';
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
  const parts = [hours > 0 ? `${hours} uur` : '', minutes > 0 ? counted(minutes, 'minuut', 'minuten') : ''];
  return parts.filter(Boolean).join(' ');
}

/** Milliseconds until that text changes, or the time is over. */
export function untilNextText(milliseconds: number): number {
  return milliseconds % MINUTE_MS || MINUTE_MS;
}
