// Swapping a player: one leaves and another comes, also on the play date, at nobody's cost.
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { today } from '@/api/clock.ts';
import { meQuery } from '@/api/me.ts';
import { suggestedQuery } from '@/features/player-picker/suggested.ts';
import { CANCELLED } from '@/features/reservations/status.ts';
import { Alert, Status, Loaded, Page } from '@/ui';
import { backLink, loadedProps } from './parts.tsx';
import { swapBookingQuery, type Booking } from './queries.ts';
import { SwapForm } from './SwapForm.tsx';
import { Ticket } from './Ticket.tsx';

const isActive = (player: ReservedPlayer) => player.status !== CANCELLED;

export function SwapPlayerScreen() {
  const { reservationId, placeId } = useParams({
    from: '/_member/reservations/$reservationId/swap/$placeId',
  });
  // Together with the booking, not after it.
  usePrefetchQuery(suggestedQuery(reservationId));
  const booking = useQuery(swapBookingQuery(reservationId));
  const me = useQuery(meQuery);
  const [swapped, setSwapped] = useState<{ readonly result: string; readonly at: number }>();
  if (swapped) {
    return (
      <Page title="Speler gewisseld">
        <Status>
          <p>
            <strong>{swapped.result}</strong>
          </p>
          <p>Zij krijgen er allebei bericht van.</p>
        </Status>
        <Ticket reservationId={reservationId} changedAt={swapped.at} />
      </Page>
    );
  }
  return (
    <Page title="Speler wisselen">
      <Loaded query={booking} {...loadedProps}>
        {(round) => (
          <Swappable round={round} placeId={placeId}>
            {(leaving) => (
              <Loaded query={me} {...loadedProps}>
                {({ email }) => (
                  <SwapForm
                    reservationId={reservationId}
                    ownEmail={email.toLowerCase()}
                    round={round}
                    players={round.players.filter(isActive)}
                    leaving={leaving}
                    onDone={(result) => setSwapped({ result, at: Date.now() })}
                  />
                )}
              </Loaded>
            )}
          </Swappable>
        )}
      </Loaded>
    </Page>
  );
}

interface SwappableProps {
  readonly round: Booking;
  readonly placeId: string;
  readonly children: (leaving: ReservedPlayer) => ReactNode;
}

/**
 * Decided once, when the round is there: the swap itself makes the place a cancelled one, and a live update may say so
 * before the answer arrives. Whatever else happens meanwhile, the server decides.
 */
function Swappable({ round, placeId, children }: SwappableProps) {
  const [{ leaving, obstacle }] = useState(() => {
    const player = round.players.find((one) => one.reservation_id === placeId);
    return { leaving: player, obstacle: obstacleTo(round, player) };
  });
  if (obstacle !== undefined || leaving === undefined) return <Obstacle text={obstacle} />;
  return children(leaving);
}

/** Why the player cannot be swapped here; the server decides it all the same. */
function obstacleTo(round: Booking, leaving: ReservedPlayer | undefined): string | undefined {
  if (leaving === undefined) return 'Deze speler is niet gevonden in deze reservering.';
  if (!isActive(leaving)) return 'Deze speler doet al niet meer mee in deze reservering.';
  if (!leaving.is_me && !round.is_group_master) {
    return 'Alleen de groepsleider kan een medespeler wisselen. Jezelf wisselen kan wel.';
  }
  return round.play_date < today() ? 'De speeldatum is voorbij: wisselen kan niet meer.' : undefined;
}

function Obstacle({ text }: { readonly text: string | undefined }) {
  return (
    <>
      <Alert>{text}</Alert>
      <p>{backLink}</p>
    </>
  );
}
