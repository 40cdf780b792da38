// The answers to a scan in words: what has to be read at a glance, and what to do.
import type { ScanResult } from '@/club/api/generated/ScanResult.ts';
import { dotted, longDate } from '@/ui/format.ts';
import { canonical } from './judge.ts';
import type { StoredScan } from './scan.ts';

export type Kind = 'welcome' | 'already' | 'irregular' | 'unknown' | 'checking';

export interface Answer {
  readonly kind: Kind;
  readonly title: string;
  readonly name: string;
  readonly facts: string;
  readonly explanation: string;
}

const CLUB_DECIDES = 'De scan is bewaard. De club beslist of hij telt.';

/** The QR codes that the app shows instead of a voucher that is no longer valid. */
const VOID: ReadonlyMap<string, string> = new Map([
  [canonical('GEANNULEERD'), 'De app van de speler toont dat de ronde geannuleerd is.'],
  [canonical('VERLOPEN'), 'De app van de speler toont dat de dag van de ronde voorbij is.'],
]);

const clock = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  hour: '2-digit',
  minute: '2-digit',
});

/** `10:40` */
export const timeOf = (instant: string | number): string => clock.format(new Date(instant));

const firstSeen = ({ first_at, first_by }: ScanResult): string =>
  [
    'De eerste scan was',
    first_at ? ` om ${timeOf(first_at)}` : '',
    first_by ? ` bij ${first_by}.` : ' op dit toestel.',
  ].join('');

export function answerOf(scan: StoredScan, isChecking = false): Answer {
  const { result, state, code } = scan;
  const { name, booking_number, holes, play_date, club_name } = result;
  const told = {
    name: name ?? '',
    facts: dotted([holes ? `${holes} holes` : '', booking_number ?? '']),
  };
  switch (result.outcome as string) {
    case 'welcome':
      return { kind: 'welcome', title: 'Welkom', ...told, explanation: '' };
    case 'already':
      return { kind: 'already', title: 'Al aangekomen', ...told, explanation: firstSeen(result) };
    case 'other_day': {
      const day = play_date ? `Deze ronde is op ${longDate(play_date)}. ` : '';
      return { kind: 'irregular', title: 'Niet vandaag', ...told, explanation: day + CLUB_DECIDES };
    }
    case 'other_club': {
      const elsewhere = club_name ? `Deze ronde is bij ${club_name}. ` : '';
      return { kind: 'irregular', title: 'Andere club', ...told, explanation: elsewhere + CLUB_DECIDES };
    }
    case 'cancelled': {
      const explanation = `Deze plaats is geannuleerd. ${CLUB_DECIDES}`;
      return { kind: 'irregular', title: 'Geannuleerd', ...told, explanation };
    }
    default:
  }
  const isVoid = code && VOID.get(canonical(code));
  if (isVoid) return { kind: 'irregular', title: 'Niet geldig', ...told, explanation: isVoid };
  if (state === 'sent') {
    const explanation = `Fairway kent deze code niet. ${CLUB_DECIDES}`;
    return { kind: 'unknown', title: 'Onbekende code', ...told, explanation };
  }
  if (isChecking) return { kind: 'checking', title: 'Even controleren…', ...told, explanation: '' };
  const explanation =
    'Deze code staat niet op de lijst van dit toestel. Maak verbinding. De scan is bewaard, de club beslist later.';
  return { kind: 'unknown', title: 'Nog te controleren', ...told, explanation };
}

export const stateText: Readonly<Record<StoredScan['state'], string>> = {
  waiting: 'wacht',
  sent: 'verstuurd',
  refused: 'geweigerd',
};
