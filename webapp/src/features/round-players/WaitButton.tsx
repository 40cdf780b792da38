// Puts the chosen players on the waiting list of the round's full day.
import { Hourglass } from 'lucide-react';
import { failureText } from '@/api/error.ts';
import type { Player } from '@/api/player.ts';
import { useAttemptKey, useWaitToJoin, waitTexts } from '@/features/waiting-list/commands.ts';
import { Alert, Button, listOf, ownReason } from '@/ui';
import { Foot } from './parts.tsx';

interface Props {
  readonly reservationId: string;
  readonly players: readonly Player[];
  readonly disabled: boolean;
  /** Gets the result in words. */
  readonly onDone: (text: string) => void;
}

export function WaitButton({ reservationId, players, disabled, onDone }: Props) {
  const wait = useWaitToJoin(reservationId);
  const { key, onError } = useAttemptKey();
  const send = () =>
    wait.mutate(
      { players: players.map(({ email }) => email), key },
      { onSuccess: () => onDone(waitingText(players)), onError },
    );
  return (
    <>
      <Alert>{wait.error && ownReason(failureText(wait.error, waitTexts))}</Alert>
      <Foot>
        {(className) => (
          <Button
            className={className}
            disabled={disabled}
            busyText={wait.isPending && 'bezig…'}
            onClick={send}
          >
            <Hourglass aria-hidden size={18} />
            op de wachtlijst
          </Button>
        )}
      </Foot>
    </>
  );
}

/** `Karin staat op de wachtlijst en krijgt bericht.` */
function waitingText(players: readonly Player[]): string {
  const names = listOf(players.map(({ first_name }) => first_name));
  return players.length === 1
    ? `${names} staat op de wachtlijst en krijgt bericht.`
    : `${names} staan op de wachtlijst en krijgen bericht.`;
}
