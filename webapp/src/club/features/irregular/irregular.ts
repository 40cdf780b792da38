// The words for scans that count for nobody until the club decides.
import { dotted, longDate } from '@/ui';
import type { IrregularScan } from '@/club/api/generated/IrregularScan.ts';
import { holesText, methodText } from '@/club/features/arrivals/words.ts';
import { momentText, timeText } from '@/club/ui/moments.ts';

export interface DatedScan extends IrregularScan {
  /** The day of the list that the scan is on. */
  readonly date: string;
}

interface DayWithScans {
  readonly date: string;
  readonly can_correct: boolean;
  readonly irregular: readonly IrregularScan[];
}

/** A scan that names nobody cannot count. */
export const canCount = ({ place }: IrregularScan): boolean => place !== null;

/** Latest first: the open ones, of which those that cannot count apart, and the decided ones. */
export function parted(days: readonly DayWithScans[]) {
  const scans: readonly DatedScan[] = days
    .flatMap(({ date, irregular }) => irregular.map((scan) => ({ ...scan, date })))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const open = scans.filter(({ counts }) => counts === null);
  return {
    open: open.filter(canCount),
    hopeless: open.filter((scan) => !canCount(scan)),
    decided: scans.filter(({ counts }) => counts !== null),
  };
}

/** As the scan screen names it. */
export function titleOf({ why }: IrregularScan): string {
  switch (why) {
    case 'other_day':
      return 'Andere dag';
    case 'other_club':
      return 'Code van een andere club';
    case 'cancelled':
      return 'Geannuleerd';
    default:
      return 'Geen geldige code';
  }
}

/** `Jan de Vries · maandag 30 november · De Heide · 18 holes · gescand vandaag om 10:12, door Receptie (camera)` */
export function factsOf({ why, name, play_date, club_name, holes, at, by, method }: IrregularScan): string {
  const club = why === 'other_club' ? (club_name ?? '') : '';
  const round = [play_date === null ? '' : longDate(play_date), club];
  const scanned = `gescand ${momentText(at)}, door ${by}${methodText(method)}`;
  return dotted([name ?? '', ...round, holes === null ? '' : holesText(holes), scanned]);
}

/** What a decision does. */
export function consequenceOf(scan: IrregularScan, counts: boolean): string {
  if (!counts) return 'De scan blijft bewaard. Er komt geen aankomst bij.';
  const holes = scan.holes === null ? '' : `, voor ${holesText(scan.holes)}`;
  return `${scan.name ?? 'De speler'} geldt als aangekomen om ${timeText(scan.at)}${holes}.`;
}

/** `telt niet mee`, `alle 3: telt niet mee` */
export const actOf = (scans: number, counts: boolean): string =>
  `${scans > 1 ? `alle ${scans}: ` : ''}${counts ? 'telt mee' : 'telt niet mee'}`;

/** The usual reasons. Whoever is not known cannot have played. */
export function reasonsOf(scan: IrregularScan, counts: boolean): readonly string[] {
  if (counts) return ['Heeft hier gespeeld', 'Boeking stond verkeerd'];
  return canCount(scan)
    ? ['Niet gespeeld', 'Verkeerde code', 'Dubbel']
    : ['Verkeerde code', 'Geen ronde hier'];
}
