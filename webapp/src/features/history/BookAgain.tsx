import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { failureText } from '@/api/error.ts';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
import { firstMissing, stepPath } from '@/features/draft/steps.ts';
import type { Reservation } from '@/features/reservations/schemas.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { roundOf } from './bookAgain.ts';
import styles from './HistoryScreen.module.css';

const texts = {
  failure: 'De ronde kon niet worden klaargezet. Er is niets geboekt. Probeer het opnieuw.',
  network: 'Netwerkfout: de ronde kon niet worden klaargezet. Er is niets geboekt.',
};

/** Opens the wizard with everything of this round except its day. */
export function BookAgain({ reservation }: { readonly reservation: Reservation }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const prepare = useMutation({
    mutationFn: () => roundOf(reservation, queries),
    onSuccess: async (round) => {
      dispatch({ type: 'book-again', round });
      // Starts at the holes when the players may no longer play that many.
      await navigate({ to: stepPath[firstMissing(getDraft(), 'date') ?? 'date'] });
    },
  });
  return (
    <div className={styles.again}>
      {prepare.error ? (
        <Alert>
          <p>{failureText(prepare.error, texts)}</p>
        </Alert>
      ) : null}
      <Button
        variant="secondary"
        aria-label={`Opnieuw boeken bij ${reservation.golfclub.name}`}
        busyText={prepare.isPending && 'bezig…'}
        onClick={() => prepare.mutate()}
      >
        <RotateCcw aria-hidden size={18} />
        Opnieuw boeken
      </Button>
    </div>
  );
}
