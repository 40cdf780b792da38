// The state of the queue in words.
import { counted } from '@/ui/format.ts';
import { timeOf } from './answers.ts';
import type { Queue } from './queue.ts';

const waits = (count: number) => counted(count, 'scan wacht', 'scans wachten');

/** Whoever reads it has to do something. */
export function alarmOf({ waiting, refused, needsLogIn, isLate }: Queue): string | undefined {
  if (waiting > 0 && needsLogIn) {
    return `${waits(waiting)} op dit toestel. Log in om ${waiting === 1 ? 'hem' : 'ze'} te versturen.`;
  }
  if (waiting > 0 && isLate) {
    return `${waits(waiting)} al langer dan 5 minuten. Verbind dit toestel met internet.`;
  }
  if (refused === 0) return undefined;
  return `${counted(refused, 'scan is', 'scans zijn')} geweigerd. Zet de speler bij Vandaag op aangekomen.`;
}

export function quietOf({ waiting, lastSync }: Queue, isOnline: boolean): string {
  if (!isOnline) return waiting > 0 ? `geen internet, ${waits(waiting)}` : 'geen internet';
  if (waiting > 0) return waits(waiting);
  return lastSync === null ? 'alles verstuurd' : `alles verstuurd, ${timeOf(lastSync)}`;
}

/** The same where there is no room. */
export function shortOf({ waiting, lastSync }: Queue, isOnline: boolean): string {
  if (waiting > 0) return counted(waiting, 'wacht', 'wachten');
  if (!isOnline) return 'geen internet';
  return lastSync === null ? '' : timeOf(lastSync);
}
