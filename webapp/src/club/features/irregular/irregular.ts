// The words for scans that count for nobody until the club decides.
import { longDate } from '@/ui';
import type { IrregularScan } from '@/club/api/generated/IrregularScan.ts';
import { holesText, methodText } from '@/club/features/arrivals/words.ts';
import { momentText, timeText } from '@/club/ui/moments.ts';

export interface DatedScan extends IrregularScan {
  /** The day of the list that the scan is on. */
  readonly date: string;
}

interface DayWithScans {
  readonly date: string;
  readonly irregular: readonly IrregularScan[];
}

/** The open ones and the decided ones, latest first. */
export function parted(days: readonly DayWithScans[]) {
  const scans: readonly DatedScan[] = days
    .flatMap(({ date, irregular }) => irregular.map((scan) => ({ ...scan, date })))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return {
    open: scans.filter(({ counts }) => counts === null),
    decided: scans.filter(({ counts }) => counts !== null),
  };
}

export const titleOf = ({ name }: IrregularScan): string => name ?? 'Onbekende code';

/** `Gescand zaterdag 28 november om 10:12, door Receptie (camera).` */
export const scannedText = ({ at, by, method }: IrregularScan): string =>
  `Gescand ${momentText(at)}, door ${by}${methodText(method)}.`;

/** Why it does not count by itself. */
export function whyText({ why, play_date, club_name }: IrregularScan): string {
  const on = play_date === null ? '' : ` op ${longDate(play_date)}`;
  switch (why) {
    case 'other_day':
      return `De code is van een ronde${on || ' op een andere dag'}.`;
    case 'other_club':
      return `De code is van een ronde bij ${club_name ?? 'een andere baan'}${on}.`;
    case 'cancelled':
      return 'De plaats van deze code is geannuleerd of met een andere speler gewisseld.';
    default:
      return 'De code hoort bij geen ronde.';
  }
}

/** A scan that names nobody cannot count. */
export const canCount = ({ place }: IrregularScan): boolean => place !== null;

/** What a decision does. */
export function consequenceOf(scan: IrregularScan, counts: boolean): string {
  if (!counts) return 'De scan blijft bewaard. Er komt geen aankomst bij.';
  const holes = scan.holes === null ? '' : `, voor ${holesText(scan.holes)}`;
  return `${titleOf(scan)} geldt als aangekomen om ${timeText(scan.at)}${holes}.`;
}
