// What a list, a map and a card say about a club, in words.
import { today } from '@/api/clock.ts';
import { addDays, briefDate, counted, dotted, unbroken } from '@/ui';
import { distanceText } from './ownPosition.ts';

export interface DescribedClub {
  readonly city: string;
  readonly holes: readonly number[];
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
  readonly your_plays: number;
  readonly your_maximum_plays?: number | null | undefined;
  readonly first_free_day?: string | null | undefined;
}

/** `Ermelo · 12 km · 9 en 18 holes` */
export function placeText({ city, holes }: Pick<DescribedClub, 'city' | 'holes'>, km: number | null): string {
  const lengths = holes.length > 0 ? `${holes.join(' en ')} holes` : '';
  return dotted([city, km === null ? '' : distanceText(km), lengths]);
}

/** `eerst vrij za 28 nov`; empty where no day is known. */
export function freeText(day: string | null | undefined): string {
  if (!day) return '';
  if (day === today()) return 'vandaag vrij';
  return day === addDays(today(), 1) ? 'morgen vrij' : unbroken(`eerst vrij ${briefDate(day)}`);
}

/** `2 / 8 rondes, nog 6`, of which some may be booked only; before the first round of the year only what there is: `nog 8 rondes`. */
export function playsText({ your_plays: plays, your_maximum_plays: maximum }: DescribedClub): string {
  if (maximum == null) return plays === 0 ? '' : counted(plays, 'ronde', 'rondes');
  if (plays === 0) return `nog ${counted(maximum, 'ronde', 'rondes')}`;
  return `${plays} / ${maximum} rondes, nog\u00a0${Math.max(maximum - plays, 0)}`;
}
