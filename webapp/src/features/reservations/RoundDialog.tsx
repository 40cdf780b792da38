// The dialogs about a round. They are rare, so that they are loaded together on demand.
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { MoreDialog } from './MoreDialog.tsx';
import { PlayerDialog } from './PlayerDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { StartTimeDialog } from './StartTimeDialog.tsx';

/** What a dialog is about. */
export type DialogTarget =
  | { readonly kind: 'cancel' | 'more' | 'time'; readonly reservation: Reservation }
  | {
      readonly kind: 'player' | 'remove';
      readonly reservation: Reservation;
      readonly player: ReservedPlayer;
    };

interface Props {
  readonly target: DialogTarget;
  /** Another dialog in place of this one, or none. */
  readonly onTarget: (target: DialogTarget | null) => void;
  /** After a cancellation, with its sentence. */
  readonly onDone: (message: string) => void;
}

export function RoundDialog({ target, onTarget, onDone }: Props) {
  const { kind, reservation } = target;
  const onClose = () => onTarget(null);
  switch (kind) {
    case 'cancel':
      return <CancelDialog reservation={reservation} onClose={onClose} onDone={onDone} />;
    case 'more':
      return <MoreDialog reservation={reservation} onClose={onClose} />;
    case 'time':
      return <StartTimeDialog reservation={reservation} onClose={onClose} />;
    case 'player':
      return (
        <PlayerDialog
          key={target.player.reservation_id}
          reservation={reservation}
          player={target.player}
          onRemove={() => onTarget({ ...target, kind: 'remove' })}
          onCancel={() => onTarget({ kind: 'cancel', reservation })}
          onClose={onClose}
        />
      );
    case 'remove':
      return (
        <RemoveDialog reservation={reservation} player={target.player} onClose={onClose} onDone={onDone} />
      );
  }
}
