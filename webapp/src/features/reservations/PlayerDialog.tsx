// What a member can do with a player of the booking, in words.
import { ArrowLeftRight, Download, UserMinus } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { Button, ButtonAnchor, ButtonLink, Dialog, DialogActions, fileLink, fullName, Stack } from '@/ui';
import { isActive } from './status.ts';

interface Props {
  readonly reservation: Reservation;
  readonly player: ReservedPlayer;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

export function PlayerDialog({ reservation, player, onRemove, onCancel, onClose }: Props) {
  const { first_name, is_me, voucher_uri, reservation_id } = player;
  const leads = is_me && reservation.is_group_master && reservation.players.filter(isActive).length > 1;
  return (
    <Dialog title={fullName(player)} onClose={onClose}>
      {leads ? (
        <p>
          Jij bent de groepsleider: jij kunt medespelers verwijderen of wisselen, hun vouchers tonen en de
          hele groep annuleren.
        </p>
      ) : null}
      <Stack gap={2}>
        {voucher_uri && !is_me ? (
          <ButtonAnchor {...fileLink()} href={voucher_uri} wide>
            <Download aria-hidden size={18} />
            {`voucher van ${first_name}`}
          </ButtonAnchor>
        ) : null}
        <ButtonLink
          to="/reservations/$reservationId/swap/$placeId"
          params={{ reservationId: reservation.reservation_id, placeId: reservation_id }}
          wide
        >
          <ArrowLeftRight aria-hidden size={18} />
          {`${is_me ? 'jezelf' : first_name} wisselen`}
        </ButtonLink>
        <Button variant="danger" wide onClick={is_me ? onCancel : onRemove}>
          <UserMinus aria-hidden size={18} />
          {is_me ? 'annuleren' : `${first_name} verwijderen`}
        </Button>
      </Stack>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          terug
        </Button>
      </DialogActions>
    </Dialog>
  );
}
