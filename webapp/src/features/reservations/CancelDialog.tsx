// Cancelling the member's own place or, as the master of a group, all places, which takes a second answer. The dialog
// names the round and the consequence; a failure is shown inside it.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { failureText } from '@/api/error.ts';
import { Alert, Button, ConfirmDialog, Dialog, DialogActions, listOf, longDate } from '@/ui';
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
  const group = reservation.is_group_master && others.length > 0 ? groupText(others, play_date) : null;
  const [asksGroup, setAsksGroup] = useState(false);
  const forfeits = isPlayrightForfeited(play_date);
  const ownPlace = reservation.players.find((player) => player.is_me && isActive(player));

  const run = (mode: CancelMode, done: string) =>
    cancel.mutate({ mode, id: reservation_id }, { onSuccess: () => onDone(done) });
  const askGroup = (asks: boolean) => {
    cancel.reset();
    setAsksGroup(asks);
  };
  const failure = cancel.error && failureText(cancel.error, cancelTexts);

  if (group && asksGroup) {
    return (
      <ConfirmDialog
        title="Hele groep annuleren"
        confirmLabel="ja, hele groep annuleren"
        busy={cancel.isPending}
        failure={failure}
        onConfirm={() =>
          run('group', `De reservering bij ${golfclub.name} is voor de hele groep geannuleerd.`)
        }
        onClose={() => askGroup(false)}
      >
        <p>
          Wil je de ronde bij <strong>{golfclub.name}</strong> op <strong>{longDate(play_date)}</strong>{' '}
          annuleren voor de hele groep?
        </p>
        <p>{group}</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title="Reservering annuleren" onClose={onClose} locked={cancel.isPending}>
      <p>
        Je ronde bij <strong>{golfclub.name}</strong> op <strong>{longDate(play_date)}</strong>.
      </p>
      {group ? (
        <p>Annuleer je alleen je eigen reservering? Dan geldt: je medespelers blijven staan.</p>
      ) : null}
      <p>
        {forfeits
          ? 'Let op: de ronde is vandaag. Bij annuleren geldt: je speelrecht vervalt.'
          : 'Je speelrecht komt weer vrij.'}
      </p>
      {group ? <p>{`Annuleer je de hele groep? ${group}`}</p> : null}
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
      <Alert>{failure}</Alert>
      <DialogActions>
        <Button
          variant="danger"
          busyText={cancel.isPending && 'bezig…'}
          onClick={() => run('self', `Je reservering bij ${golfclub.name} is geannuleerd.`)}
        >
          alleen mijn reservering
        </Button>
        {group ? (
          <Button variant="danger" disabled={cancel.isPending} onClick={() => askGroup(true)}>
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

/** `Dan spelen ook Sanne en Tom niet. Zij krijgen bericht. Ieders speelrecht komt weer vrij.` */
function groupText(others: readonly ReservedPlayer[], playDate: string): string {
  const names = listOf(others.map((player) => player.first_name));
  const lost =
    others.length === 1
      ? `Dan speelt ook ${names} niet. ${names} krijgt bericht.`
      : `Dan spelen ook ${names} niet. Zij krijgen bericht.`;
  return isPlayrightForfeited(playDate)
    ? `${lost} De speelrechten vervallen, behalve van wie je vandaag zelf hebt toegevoegd.`
    : `${lost} Ieders speelrecht komt weer vrij.`;
}
