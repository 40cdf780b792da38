// The vouchers of a round: one at a time on the screen, all of them on paper. White in any theme, for the scanner.
import { useState } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { BookingNumber } from '@/features/reservations/BookingNumber.tsx';
import { dayAndTime } from '@/features/reservations/roundText.ts';
import { Button, cx, fullName, Row, Stack } from '@/ui';
import { QrCode } from './QrCode.tsx';
import styles from './Voucher.module.css';
import { inGroups, playersWithCode, type VoucherState } from './voucher.ts';

interface Props {
  readonly reservation: Reservation;
  readonly state: VoucherState;
}

export function Tickets({ reservation, state }: Props) {
  const [chosen, setChosen] = useState<string | undefined>();
  if (state !== 'valid') return <VoidTicket reservation={reservation} state={state} />;
  const players = playersWithCode(reservation);
  // The chosen player may have cancelled meanwhile.
  const shown = players.find((player) => player.reservation_id === chosen) ?? players[0];
  return (
    <>
      {players.length > 1 ? (
        <Row role="group" aria-label="Voucher van" gap={2} className="screen-only">
          {players.map((player) => (
            <Button
              key={player.reservation_id}
              variant={player === shown ? 'primary' : 'secondary'}
              aria-pressed={player === shown}
              onClick={() => setChosen(player.reservation_id)}
            >
              {player.first_name}
            </Button>
          ))}
        </Row>
      ) : null}
      {players.map((player) => (
        <Ticket
          key={player.reservation_id}
          reservation={reservation}
          player={player}
          onPaperOnly={player !== shown}
        />
      ))}
    </>
  );
}

interface TicketProps {
  readonly reservation: Reservation;
  readonly player: ReservedPlayer;
  readonly onPaperOnly: boolean;
}

function Ticket({ reservation, player, onPaperOnly }: TicketProps) {
  const name = fullName(player);
  return (
    <Stack
      as="section"
      aria-label={`Voucher van ${name}`}
      gap={2}
      className={cx(styles.ticket, onPaperOnly && styles.onPaperOnly)}
    >
      <QrCode text={player.voucher_code} label={`QR-code van de voucher van ${name}`} className={styles.qr} />
      <p className={styles.name}>{name}</p>
      <RoundLine reservation={reservation} />
      <BookingNumber reservation={reservation} />
      <p className={styles.soft}>
        Laat deze code scannen bij de receptie. Alleen geldig op deze dag en voor deze speler.
      </p>
      {/* For a reception without a scanner. Paper always has it. */}
      <details className={styles.soft}>
        <summary className={styles.summary}>code van deze voucher</summary>
        <p className={styles.code}>{inGroups(player.voucher_code)}</p>
      </details>
    </Stack>
  );
}

function RoundLine({ reservation }: { readonly reservation: Reservation }) {
  const { golfclub, holes } = reservation;
  return (
    <p>
      <span className={styles.onPaperOnly}>{golfclub.name}, </span>
      <strong>{dayAndTime(reservation)}</strong>, {holes}&nbsp;holes
    </p>
  );
}

/** Nothing of the real code: the scanned text says that there is no voucher any more. */
function VoidTicket({ reservation, state }: Props) {
  const word = state === 'cancelled' ? 'geannuleerd' : 'verlopen';
  return (
    <Stack as="section" aria-label="Voucher" gap={2} className={styles.ticket}>
      <div className={styles.void}>
        <QrCode text={word.toUpperCase()} label={`QR-code, doorgestreept: ${word}`} className={styles.qr} />
        <p role="status" className={styles.stamp}>
          {word}
        </p>
      </div>
      <RoundLine reservation={reservation} />
      <p>{explanation(reservation, state)}</p>
    </Stack>
  );
}

function explanation({ cancelled_by_club, playright_expired }: Reservation, state: VoucherState): string {
  if (state === 'over') return 'De dag van deze ronde is voorbij. De voucher is niet meer geldig.';
  if (cancelled_by_club) {
    return `Geannuleerd door de club: ${cancelled_by_club}. Je speelrecht is teruggegeven.`;
  }
  const right = playright_expired ? ' Je speelrecht is vervallen.' : '';
  return `Je plaats in deze ronde is geannuleerd. De voucher is niet meer geldig.${right}`;
}
