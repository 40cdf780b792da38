// Cancelling the member's own place or, as the master of a group, all places. The dialog names the round and the
// consequence; a failure is shown inside it.
import { Link } from '@tanstack/react-router';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { failureText } from '@/api/error.ts';
import { Alert, Button, Dialog, DialogActions, longDate } from '@/ui';
import { isPlayrightForfeited } from './cancellation.ts';
import { cancelTexts, useCancel, type CancelMode } from './cancel.ts';
import { isActive } from './status.ts';

interface Props {
  readonly reservation: Reservation;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}

export function CancelDialog({ reservation, onClose, onDone }: Props) {
  const cancel = useCancel();
  const { golfclub, play_date, reservation_id } = reservation;
  const masterOfGroup = reservation.is_group_master && reservation.players.filter(isActive).length > 1;
  const forfeits = isPlayrightForfeited(play_date);
  const ownPlace = reservation.players.find((player) => player.is_me && isActive(player));

  const run = (mode: CancelMode, done: string) =>
    cancel.mutate({ mode, id: reservation_id }, { onSuccess: () => onDone(done) });
  const running = cancel.isPending ? cancel.variables.mode : null;

  return (
    <Dialog title="Reservering annuleren" onClose={onClose} locked={cancel.isPending}>
      <p>
        Je ronde bij <strong>{golfclub.name}</strong> op <strong>{longDate(play_date)}</strong>.
      </p>
      {masterOfGroup ? (
        <p>Annuleer je alleen je eigen reservering? Dan geldt: je medespelers blijven staan.</p>
      ) : null}
      <p>
        {forfeits
          ? 'Let op: de ronde is vandaag. Bij annuleren geldt: je speelrecht vervalt.'
          : 'Je speelrecht komt weer vrij.'}
      </p>
      {forfeits && masterOfGroup ? (
        <p>Annuleer je de hele groep? Wie je vandaag zelf hebt toegevoegd, krijgt het speelrecht terug.</p>
      ) : null}
      {ownPlace ? (
        <p>
          Kan iemand anders spelen?{' '}
          <Link
            to="/reservations/$reservationId/swap/$placeId"
            params={{ reservationId: reservation_id, placeId: ownPlace.reservation_id }}
          >
            Wissel met een andere speler
          </Link>
          <span>
            {forfeits ? ', dan krijg je je speelrecht terug.' : ', dan blijft je plaats in de groep bezet.'}
          </span>
        </p>
      ) : null}
      <Alert>{cancel.error && failureText(cancel.error, cancelTexts)}</Alert>
      <DialogActions>
        <Button
          variant="danger"
          disabled={running === 'group'}
          busyText={running === 'self' && 'bezig…'}
          onClick={() => run('self', `Je reservering bij ${golfclub.name} is geannuleerd.`)}
        >
          alleen mijn reservering
        </Button>
        {masterOfGroup ? (
          <Button
            variant="danger"
            disabled={running === 'self'}
            busyText={running === 'group' && 'bezig…'}
            onClick={() =>
              run('group', `De reservering bij ${golfclub.name} is voor de hele groep geannuleerd.`)
            }
          >
            hele groep
          </Button>
        ) : null}
        <Button variant="secondary" data-safe disabled={cancel.isPending} onClick={onClose}>
          terug
        </Button>
      </DialogActions>
    </Dialog>
  );
}
