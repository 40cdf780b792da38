// Removing a co-player from a booking, by its master.
import { Link } from '@tanstack/react-router';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { failureText } from '@/api/error.ts';
import { ConfirmDialog, fullName, longDate } from '@/ui';
import { isPlayrightForfeited } from './cancellation.ts';
import { cancelTexts, useCancel } from './cancel.ts';

interface Props {
  readonly reservation: Reservation;
  readonly player: ReservedPlayer;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}

export function RemoveDialog({ reservation, player, onClose, onDone }: Props) {
  const cancel = useCancel();
  const { golfclub, play_date } = reservation;
  const forfeits = isPlayrightForfeited(play_date);
  return (
    <ConfirmDialog
      title="Speler verwijderen"
      confirmLabel="ja, verwijderen"
      busy={cancel.isPending}
      failure={cancel.error && failureText(cancel.error, cancelTexts)}
      onConfirm={() =>
        cancel.mutate(
          { mode: 'individual', id: player.reservation_id },
          { onSuccess: () => onDone(`${player.first_name} is uit de reservering verwijderd.`) },
        )
      }
      onClose={onClose}
    >
      <p>
        Wil je <strong>{fullName(player)}</strong> verwijderen uit de ronde bij {golfclub.name} op{' '}
        {longDate(play_date)}?
      </p>
      <p>
        {forfeits
          ? `Let op: de ronde is vandaag. Het speelrecht van ${player.first_name} vervalt, tenzij je ${player.first_name} vandaag zelf hebt toegevoegd.`
          : `Het speelrecht van ${player.first_name} komt weer vrij.`}
      </p>
      {forfeits ? (
        <p>
          Kan iemand anders spelen?{' '}
          <Link
            to="/reservations/$reservationId/swap/$placeId"
            params={{ reservationId: reservation.reservation_id, placeId: player.reservation_id }}
          >
            Wissel {player.first_name} voor een andere speler
          </Link>
          , dan vervalt er niets.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
