// The words for a day that members can book, and for a change of it.
import { counted, unbroken } from '@/ui';
import type { CourseDay } from '@/club/api/generated/CourseDay.ts';
import type { WantedChange } from '@/club/api/generated/WantedChange.ts';

/** Whether the day differs from the club's own terms. */
export const isChanged = ({ closed, limited }: CourseDay): boolean => limited || closed?.by === 'day';

export const TITLES: Readonly<Record<WantedChange, string>> = {
  close: 'sluiten',
  limit: 'aantal plaatsen',
  open: 'weer openstellen',
};

const LABELS: Readonly<Record<WantedChange, string>> = {
  close: 'sluiten',
  limit: 'vastleggen',
  open: 'openstellen',
};

/** `sluiten en 2 rondes annuleren` */
export const confirmText = (change: WantedChange, rounds: number): string =>
  rounds === 0
    ? LABELS[change]
    : unbroken(`${LABELS[change]} en ${counted(rounds, 'ronde', 'rondes')} annuleren`);

const DONE: Readonly<Record<WantedChange, string>> = {
  close: 'De dag is gesloten.',
  limit: 'Het aantal plaatsen is vastgelegd.',
  open: 'De dag is weer open.',
};

/** `De dag is gesloten. 2 rondes zijn geannuleerd.` */
export const doneText = (change: WantedChange, cancelled: number): string =>
  cancelled === 0
    ? DONE[change]
    : `${DONE[change]} ${counted(cancelled, 'ronde is', 'rondes zijn')} geannuleerd.`;
