// The dialogs of the cards, and their result. They belong to the screen and not to a card, because a cancellation may
// remove the card.
import { useMemo, useState, type ReactNode } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { optionalPart } from '@/ui';
import type { CardActions } from './ReservationCard.tsx';

interface DialogTarget {
  readonly reservation: Reservation;
  /** Present when this co-player's place is removed, not the member's own. */
  readonly player?: ReservedPlayer;
}

// Cancelling is rare: its dialogs are loaded on demand.
const CancelDialog = optionalPart(() => import('./CancelDialog.tsx').then((m) => m.CancelDialog), {
  failure: 'Annuleren lukt nog niet: dit deel van de pagina laadt niet. We proberen het opnieuw.',
});
const RemoveDialog = optionalPart(() => import('./RemoveDialog.tsx').then((m) => m.RemoveDialog), {
  failure: 'Verwijderen lukt nog niet: dit deel van de pagina laadt niet. We proberen het opnieuw.',
});

interface RoundDialogs {
  /** The same in every render, so that a dialog renders no card. */
  readonly actions: CardActions;
  /** The sentence about a cancellation, or the report of another part of the screen; empty at first. */
  readonly result: string;
  readonly report: (result: string) => void;
  readonly dialog: ReactNode;
}

export function useRoundDialogs(): RoundDialogs {
  const [target, setTarget] = useState<DialogTarget | null>(null);
  const [result, setResult] = useState('');
  const actions = useMemo<CardActions>(
    () => ({
      onCancel: (reservation) => setTarget({ reservation }),
      onRemove: (reservation, player) => setTarget({ reservation, player }),
    }),
    [],
  );
  const close = () => setTarget(null);
  const done = (message: string) => {
    setTarget(null);
    setResult(message);
  };
  const dialog = target?.player ? (
    <RemoveDialog reservation={target.reservation} player={target.player} onClose={close} onDone={done} />
  ) : target ? (
    <CancelDialog reservation={target.reservation} onClose={close} onDone={done} />
  ) : null;
  return { actions, result, report: setResult, dialog };
}
