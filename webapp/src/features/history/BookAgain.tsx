import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { failureText } from '@/api/error.ts';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
import { firstMissing, stepPath } from '@/features/draft/steps.ts';
import { Alert, Button } from '@/ui';
import styles from './BookAgain.module.css';
import { roundOf } from './bookAgain.ts';

const texts = {
  failure: 'De ronde kon niet worden klaargezet. Er is niets geboekt. Probeer het opnieuw.',
  network: 'Netwerkfout: de ronde kon niet worden klaargezet. Er is niets geboekt.',
};

interface Props {
  readonly reservation: Reservation;
  /** Where the button stands by itself: its text, and the id of the text about the round. */
  readonly alone?: { readonly text: string; readonly describedBy: string };
}

/** Opens the wizard with everything of this round except its day. */
export function BookAgain({ reservation, alone }: Props) {
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
  const button = {
    busyText: prepare.isPending && 'bezig…',
    onClick: () => prepare.mutate(),
  } as const;
  return (
    <>
      {alone ? (
        <Button {...button} variant="secondary" aria-describedby={alone.describedBy}>
          <RotateCcw aria-hidden size={18} />
          <span>{alone.text}</span>
        </Button>
      ) : (
        <Button
          {...button}
          variant="quiet"
          className={styles.tile ?? ''}
          aria-label={`Opnieuw boeken bij ${reservation.golfclub.name}`}
        >
          <RotateCcw aria-hidden size={20} />
          <span>Opnieuw boeken</span>
        </Button>
      )}
      {prepare.error ? (
        <div className={styles.failure}>
          <Alert>{failureText(prepare.error, texts)}</Alert>
        </div>
      ) : null}
    </>
  );
}
