// A swap: the player who leaves, the one who comes, and the price: none.
import { ArrowLeftRight } from 'lucide-react';
import * as z from 'zod/mini';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { isOutcomeUnknown } from '@/api/command.ts';
import { failureText } from '@/api/error.ts';
import { player, type Player } from '@/api/player.ts';
import { PlayerPicker } from '@/features/player-picker/PlayerPicker.tsx';
import { useIsLookingUp } from '@/features/player-picker/queries.ts';
import { isPlayrightForfeited } from '@/features/reservations/cancellation.ts';
import { forgetKept, useKept } from '@/features/kept-input/useKept.ts';
import { Alert, Button, fullName, longDate, ownReason } from '@/ui';
import { Foot } from './parts.tsx';
import type { Booking } from './queries.ts';
import { swapTexts, useSwap } from './swap.ts';

interface Props {
  readonly reservationId: string;
  readonly ownEmail: string;
  readonly round: Booking;
  /** Those who play. */
  readonly players: readonly ReservedPlayer[];
  readonly leaving: ReservedPlayer;
  readonly onDone: (result: string) => void;
}

/** The player who comes, and the key under which the swap is sent: another player is another request. */
const choiceOfPlayer = z.nullable(z.object({ player, key: z.string() }));

export function SwapForm({ reservationId, ownEmail, round, players, leaving, onDone }: Props) {
  const [choice, setChoice] = useKept(`swap:${leaving.reservation_id}`, choiceOfPlayer, () => null);
  const swap = useSwap();
  const isLookingUp = useIsLookingUp();

  const choose = (player: Player | null) => {
    swap.reset();
    setChoice(player && { player, key: crypto.randomUUID() });
  };
  const send = () => {
    if (choice === null) return;
    swap.mutate(
      { place: leaving.reservation_id, email: choice.player.email, key: choice.key },
      {
        onSuccess: () => {
          forgetKept('swap');
          onDone(resultText(leaving, choice.player));
        },
        // To a refused request the server would repeat its answer.
        onError: (error) => {
          if (!isOutcomeUnknown(error)) setChoice({ ...choice, key: crypto.randomUUID() });
        },
      },
    );
  };

  return (
    <>
      <p>
        Je wisselt <strong>{leaving.is_me ? 'jezelf' : fullName(leaving)}</strong> voor een andere speler, in
        de ronde bij {round.golfclub.name} op {longDate(round.play_date)}.
      </p>
      <PlayerPicker
        players={choice ? [choice.player] : []}
        ownEmail={ownEmail}
        otherPlayers={players.map(({ email }) => email.toLowerCase())}
        places={1}
        blocked={choice !== null}
        excludeReservation={reservationId}
        onAdd={(player) => {
          choose(player);
          return true;
        }}
        onRemove={() => choose(null)}
      />
      <p className="soft">{costText(round, leaving, players.length)}</p>
      <Alert>{swap.error && ownReason(failureText(swap.error, swapTexts))}</Alert>
      <Foot>
        {(className) => (
          <Button
            className={className}
            disabled={choice === null || isLookingUp}
            busyText={swap.isPending && 'bezig…'}
            onClick={send}
          >
            <ArrowLeftRight aria-hidden size={18} />
            wisselen
          </Button>
        )}
      </Foot>
    </>
  );
}

function resultText(leaving: ReservedPlayer, coming: Player): string {
  return leaving.is_me
    ? `${fullName(coming)} speelt in jouw plaats. Je speelrecht is terug.`
    : `${fullName(coming)} speelt in de plaats van ${fullName(leaving)}.`;
}

function costText(round: Booking, leaving: ReservedPlayer, playing: number): string {
  const right = leaving.is_me ? 'Je speelrecht' : `Het speelrecht van ${leaving.first_name}`;
  const returned = isPlayrightForfeited(round.play_date)
    ? `${right} komt terug, ook al is de ronde vandaag.`
    : `${right} komt terug.`;
  const lead =
    leaving.is_me && round.is_group_master
      ? playing > 1
        ? ' De speler die het langst in de groep zit, wordt groepsleider.'
        : ' De nieuwe speler beheert de ronde dan.'
      : '';
  return `${returned} De nieuwe speler gebruikt een eigen speelrecht.${lead}`;
}
