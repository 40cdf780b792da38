// The Dutch words for what happened to a player.
import type { FailureTexts } from '@/api/error.ts';
import { counted, unbroken } from '@/ui';
import type { ClosedDay } from '@/club/api/generated/ClosedDay.ts';
import type { CourseDay } from '@/club/api/generated/CourseDay.ts';
import { timeText } from '@/club/ui/moments.ts';
import type { Player } from './day.ts';

const RIGHTS: Readonly<Record<string, string>> = { pass: 'pas', bonus: 'bonusvoucher', voucher: 'voucher' };
const METHODS: Readonly<Record<string, string>> = {
  camera: 'camera',
  scanner: 'scanner',
  number: 'boekingsnummer',
  list: 'lijst',
};

const ABSENCES: Readonly<Record<string, string>> = {
  no_show: 'niet verschenen',
  weather: 'weer',
  illness: 'ziekte',
};

/** The reasons of an absence, as the server names them. */
export const ABSENCE_REASONS = Object.entries(ABSENCES).map(([value, label]) => ({ value, label }));
export const absenceText = (reason: string): string => ABSENCES[reason] ?? reason;

export const rightText = (right: string | null): string => (right === null ? '' : (RIGHTS[right] ?? right));
export const methodText = (method: string | null): string =>
  method ? ` (${METHODS[method] ?? method})` : '';
export const holesText = (holes: number): string => `${holes} holes`;

/** A player whose place was cancelled or given to another. */
export const LEFT = 'plaats vervallen';

/** `Zaterdag 28 november` */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `12 van 72 plaatsen bezet` */
export const takenText = ({ claimed, capacity }: Pick<CourseDay, 'claimed' | 'capacity'>): string =>
  unbroken(
    capacity === null
      ? `${counted(claimed, 'plaats', 'plaatsen')} bezet`
      : `${claimed} van ${counted(capacity, 'plaats', 'plaatsen')} bezet`,
  );

/** `gesloten: Vorst op de baan` */
export const closedText = ({ reason, by }: ClosedDay): string =>
  `gesloten: ${by === 'weekday' ? 'vaste sluitingsdag' : reason}`;

/** What is known about a player's arrival, one sentence each. */
export function historyOf(player: Player, booked: number, isOver = false): readonly string[] {
  const { status, arrived_at, arrived_by, method, seen_again, played_holes, walk_in, irregular } = player;
  const history: string[] = [];
  if (walk_in) history.push('Aan de receptie geboekt, zonder eerdere reservering.');
  if (status === 'arrived' && arrived_at !== null) {
    const by = arrived_by === null ? '' : `, door ${arrived_by}${methodText(method)}`;
    history.push(`Aangekomen om ${timeText(arrived_at)}${by}.`);
  }
  if (player.is_own) history.push('Dit toestel heeft de aankomst nog niet verstuurd.');
  if (irregular) history.push('De aankomst telt mee door een besluit over een afwijkende scan.');
  if (seen_again > 0) history.push(`Daarna nog ${seen_again} keer gezien.`);
  if (player.has_left) history.push('De plaats is geannuleerd of aan een ander gegeven.');
  if (played_holes !== booked) history.push(`Geboekt voor ${booked} holes, gespeeld: ${played_holes}.`);
  if (status === 'annulled') history.push('De aankomst is teruggedraaid.');
  if (history.length === 0) history.push(isOver ? 'Niet aangekomen.' : 'Nog niet aangekomen.');
  return history;
}

export const NETWORK = 'De server is niet bereikbaar. Controleer de verbinding en probeer het opnieuw.';

export const failureOf = (failure: string): FailureTexts => ({ failure, network: NETWORK });
