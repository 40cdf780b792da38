// Until when a round can be cancelled for free. From the play date itself a cancellation costs the play right.
import { today } from '@/api/clock.ts';
import { addDays, longDate, unbroken } from '@/ui';

/** Whether a cancellation now costs the play right. */
export function isPlayrightForfeited(playDate: string): boolean {
  return playDate <= today();
}

/** `Kosteloos annuleren kan tot en met vrijdag 27 november.` */
export function freeCancellation(playDate: string): string {
  return unbroken(`Kosteloos annuleren kan tot en met ${longDate(addDays(playDate, -1))}.`);
}
