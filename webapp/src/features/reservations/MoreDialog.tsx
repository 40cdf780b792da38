// What a member does with a round now and then: its files on paper, the calendar, sharing.
import { Download } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { Button, ButtonAnchor, Dialog, DialogActions, fileLink, Stack } from '@/ui';
import { RoundLinks } from './RoundLinks.tsx';
import { isActive } from './status.ts';

interface Props {
  readonly reservation: Reservation;
  readonly onClose: () => void;
}

export function MoreDialog({ reservation, onClose }: Props) {
  const { golfclub, group_voucher_uri, is_group_master, players, voucher_uri } = reservation;
  const active = players.filter(isActive);
  const own = active.find((player) => player.is_me)?.voucher_uri || voucher_uri;
  const all = is_group_master && active.length > 1 ? group_voucher_uri : '';
  const files = [
    [own, 'voucher downloaden'],
    [all, 'alle vouchers downloaden'],
  ] as const;
  return (
    <Dialog title={`Ronde bij ${golfclub.name}`} onClose={onClose}>
      <Stack gap={2}>
        {files.map(([href, name]) =>
          href ? (
            <ButtonAnchor key={name} {...fileLink()} href={href} wide>
              <Download aria-hidden size={18} />
              {name}
            </ButtonAnchor>
          ) : null,
        )}
      </Stack>
      <RoundLinks reservation={reservation} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          terug
        </Button>
      </DialogActions>
    </Dialog>
  );
}
