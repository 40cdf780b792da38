// Cancelling the member's own place or, as the master of a group, all places. The dialog names the round and the
// consequence; a failure is shown inside it.
import { Link } from '@tanstack/react-router';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { failureText } from '@/api/error.ts';
import { Alert, Button, Dialog, DialogActions, listOf, longDate } from '@/ui';
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
  const others = reservation.players.filter((player) => isActive(player) && !player.is_me);
  const masterOfGroup = reservation.is_group_master && others.length > 0;
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
      {masterOfGroup ? <p>{groupText(others, forfeits)}</p> : null}
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

/** `Annuleer je de hele groep? Dan spelen ook Sanne en Tom niet; zij krijgen bericht. Ieders speelrecht komt weer vrij.` */
function groupText(others: readonly ReservedPlayer[], forfeits: boolean): string {
  const names = listOf(others.map((player) => player.first_name));
  const lost =
    others.length === 1
      ? `Dan speelt ook ${names} niet; ${names} krijgt bericht.`
      : `Dan spelen ook ${names} niet; zij krijgen bericht.`;
  const rights = forfeits
    ? 'Ieders speelrecht vervalt, behalve van wie je vandaag zelf hebt toegevoegd.'
    : 'Ieders speelrecht komt weer vrij.';
  return `Annuleer je de hele groep? ${lost} ${rights}`;
}
