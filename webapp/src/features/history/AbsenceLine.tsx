// The club says that the member did not come to a round, and the member may say that this is not so.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client.ts';
import { failureText } from '@/api/error.ts';
import { Absence } from '@/api/generated/Absence.ts';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { reservationKeys } from '@/features/reservations/queries.ts';
import { announce, Button, ConfirmDialog, Row } from '@/ui';
import flush from '@/ui/flush.module.css';

const REASONS: Readonly<Record<string, string>> = {
  no_show: 'niet verschenen',
  weather: 'weer',
  illness: 'ziekte',
};

const texts = {
  failure: 'Je bezwaar is niet verstuurd. Probeer het opnieuw.',
  network: 'Netwerkfout: je bezwaar is niet verstuurd.',
};

interface Props {
  readonly reservation: Reservation;
  readonly describedBy: string;
}

export function AbsenceLine({ reservation, describedBy }: Props) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const object = useMutation({
    mutationFn: () => call(`/reservations/${reservation.reservation_id}/absence/object`, { method: 'POST' }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: reservationKeys.history });
      setAsked(false);
      announce('Je bezwaar is verstuurd.');
    },
  });
  const { data: absence } = Absence.safeParse(reservation.absence);
  if (!absence) return null;
  const reason = REASONS[absence.reason];
  return (
    <Row gap={2} lineGap={0} align="center">
      <p className={flush.before}>{`Volgens de club niet gespeeld${reason ? ` (${reason})` : ''}`}</p>
      {absence.objected_at === null ? null : <p>Je hebt laten weten dat dit niet klopt.</p>}
      {absence.can_object ? (
        <Button
          variant="quiet"
          className={flush.flush}
          aria-describedby={describedBy}
          onClick={() => setAsked(true)}
        >
          klopt niet
        </Button>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title="Klopt dit niet?"
          confirmLabel="dit klopt niet"
          busy={object.isPending}
          failure={object.error && failureText(object.error, texts)}
          onConfirm={() => object.mutate()}
          onClose={() => {
            object.reset();
            setAsked(false);
          }}
        >
          <p>
            De club heeft gemeld dat je niet kwam. Kwam je wel? Dan kijkt de club er nog eens naar. Je kunt
            dit één keer laten weten.
          </p>
        </ConfirmDialog>
      ) : null}
    </Row>
  );
}
