// The dialogs of the cards, and their result. They belong to the screen and not to a card, because a cancellation may
// remove the card.
import { useMemo, useState, type ReactNode } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { optionalPart } from '@/ui';
import type { CardActions } from './ReservationCard.tsx';

type Target =
  | { readonly kind: 'cancel' | 'more'; readonly reservation: Reservation }
  | {
      readonly kind: 'player' | 'remove';
      readonly reservation: Reservation;
      readonly player: ReservedPlayer;
    };

/** Rare, so each is loaded on demand. */
const failureOf = (act: string) => ({
  failure: `${act} lukt nog niet: dit deel van de pagina laadt niet. We proberen het opnieuw.`,
});
const CancelDialog = optionalPart(
  () => import('./CancelDialog.tsx').then((m) => m.CancelDialog),
  failureOf('Annuleren'),
);
const RemoveDialog = optionalPart(
  () => import('./RemoveDialog.tsx').then((m) => m.RemoveDialog),
  failureOf('Verwijderen'),
);
const PlayerDialog = optionalPart(
  () => import('./PlayerDialog.tsx').then((m) => m.PlayerDialog),
  failureOf('Wijzigen'),
);
const MoreDialog = optionalPart(
  () => import('./MoreDialog.tsx').then((m) => m.MoreDialog),
  failureOf('Meer tonen'),
);

interface RoundDialogs {
  /** The same in every render, so that a dialog renders no card. */
  readonly actions: CardActions;
  /** The sentence about a cancellation, or the report of another part of the screen; empty at first. */
  readonly result: string;
  readonly report: (result: string) => void;
  readonly dialog: ReactNode;
}

export function useRoundDialogs(): RoundDialogs {
  const [target, setTarget] = useState<Target | null>(null);
  const [result, setResult] = useState('');
  const actions = useMemo<CardActions>(
    () => ({
      onCancel: (reservation) => setTarget({ kind: 'cancel', reservation }),
      onMore: (reservation) => setTarget({ kind: 'more', reservation }),
      onPlayer: (reservation, player) => setTarget({ kind: 'player', reservation, player }),
    }),
    [],
  );
  const close = () => setTarget(null);
  const done = (message: string) => {
    setTarget(null);
    setResult(message);
  };
  const dialogOf = (asked: Target) => {
    const { kind, reservation } = asked;
    switch (kind) {
      case 'cancel':
        return <CancelDialog reservation={reservation} onClose={close} onDone={done} />;
      case 'more':
        return <MoreDialog reservation={reservation} onClose={close} />;
      case 'player':
        return (
          <PlayerDialog
            key={asked.player.reservation_id}
            reservation={reservation}
            player={asked.player}
            onRemove={() => setTarget({ ...asked, kind: 'remove' })}
            onCancel={() => actions.onCancel(reservation)}
            onClose={close}
          />
        );
      case 'remove':
        return <RemoveDialog reservation={reservation} player={asked.player} onClose={close} onDone={done} />;
    }
  };
  return { actions, result, report: setResult, dialog: target && dialogOf(target) };
}
