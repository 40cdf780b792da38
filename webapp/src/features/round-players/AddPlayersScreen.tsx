// Adding players to a booked round.
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { ReservedPlayer } from '@/api/generated/ReservedPlayer.ts';
import { meQuery } from '@/api/me.ts';
import { PlayerPicker } from '@/features/player-picker/PlayerPicker.tsx';
import { useIsLookingUp } from '@/features/player-picker/queries.ts';
import { suggestedQuery } from '@/features/player-picker/suggested.ts';
import { Alert, Button, fullName, listOf, Loaded, Page } from '@/ui';
import { addChosen, chosenPlayers, removeChosen, requestAddition } from './addition.ts';
import { Foot, loadedProps } from './parts.tsx';
import { bookingQuery } from './queries.ts';

export function AddPlayersScreen() {
  const { reservationId } = useParams({ from: '/_member/reservations/$reservationId/addplayer' });
  // Together with the booking, not after it.
  usePrefetchQuery(suggestedQuery(reservationId));
  const booking = useQuery(bookingQuery(reservationId));
  const me = useQuery(meQuery);
  return (
    <Page title="Spelers toevoegen">
      <Loaded query={booking} {...loadedProps}>
        {({ players, freeSlots }) => (
          <Loaded query={me} {...loadedProps}>
            {({ email, isProfileComplete }) => (
              <PlayerSelection
                reservationId={reservationId}
                ownEmail={email.toLowerCase()}
                profileComplete={isProfileComplete}
                bookedPlayers={players}
                freeSlots={freeSlots}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface PlayerSelectionProps {
  readonly reservationId: string;
  readonly ownEmail: string;
  readonly profileComplete: boolean;
  readonly bookedPlayers: readonly ReservedPlayer[];
  readonly freeSlots: number;
}

function PlayerSelection(props: PlayerSelectionProps) {
  const { reservationId, ownEmail, profileComplete, bookedPlayers, freeSlots } = props;
  const navigate = useNavigate();
  const [players, setPlayers] = useState(() => chosenPlayers(reservationId));
  const isLookingUp = useIsLookingUp();
  const surplus = players.length - freeSlots;
  const tooMany = surplus > 0;
  const confirm = () => {
    requestAddition(reservationId);
    void navigate({ to: '/reservations/$reservationId/confirm', params: { reservationId } });
  };

  return (
    <>
      <p>
        {`In deze ronde: ${listOf(bookedPlayers.map(fullName))}. `}
        {freePlacesText(freeSlots)}
      </p>
      {profileComplete ? null : (
        <Alert>
          <p>
            Je profiel is nog niet compleet. Vul eerst <Link to="/profile">je profiel</Link> aan.
          </p>
        </Alert>
      )}
      {tooMany || freeSlots === 0 ? (
        <Alert>
          <p>Het maximaal aantal spelers voor deze boeking is bereikt.</p>
          {players.length > 0 ? (
            <p>{`Verwijder ${surplus === 1 ? 'een speler' : `${surplus} spelers`} om verder te gaan.`}</p>
          ) : null}
        </Alert>
      ) : null}
      <PlayerPicker
        players={players}
        ownEmail={ownEmail}
        otherPlayers={bookedPlayers.map(({ email }) => email.toLowerCase())}
        places={freeSlots}
        blocked={!profileComplete}
        excludeReservation={reservationId}
        onAdd={(player) => {
          setPlayers(addChosen(reservationId, player));
          return true;
        }}
        onRemove={(email) => setPlayers(removeChosen(reservationId, email))}
      />
      <Foot>
        {(className) => (
          <Button
            className={className}
            disabled={players.length === 0 || tooMany || !profileComplete || isLookingUp}
            onClick={confirm}
          >
            verder
            <ArrowRight aria-hidden size={18} />
          </Button>
        )}
      </Foot>
    </>
  );
}

function freePlacesText(slots: number): string {
  if (slots === 0) return 'Er zijn geen plaatsen meer vrij.';
  return slots === 1 ? 'Er is nog 1 plaats vrij.' : `Er zijn nog ${slots} plaatsen vrij.`;
}
