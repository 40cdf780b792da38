// Cancels a member's place in a round, and on request those of others.
import type { RoundView } from '../../api/generated/RoundView.ts';
import { CancelPlacesDialog } from '../bookings/CancelPlacesDialog.tsx';
import type { DialogProps } from './acts.ts';

interface CancelDialogProps extends DialogProps {
  readonly round: RoundView;
}

export function CancelDialog({ member, round, onDone, onClose }: CancelDialogProps) {
  const own = round.players.filter(({ member_id }) => member_id === member.member.id);
  return (
    <CancelPlacesDialog
      round={round}
      chosen={own.map(({ place_id }) => place_id)}
      onCancelled={(text) => onDone({ part: 'rounds', text })}
      onClose={onClose}
    />
  );
}
