// Adding players to a booked round; on a full day putting them on its waiting list, to join the round.
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '@/api/me.ts';
import { MAX_PLAYERS } from '@/features/draft/draft.ts';
import { PlayerPicker } from '@/features/player-picker/PlayerPicker.tsx';
import { useIsLookingUp } from '@/features/player-picker/queries.ts';
import { suggestedQuery } from '@/features/player-picker/suggested.ts';
import { Alert, Button, fullName, listOf, Loaded, longDate, Notice, Page, Status, counted } from '@/ui';
import { addChosen, chosenPlayers, removeChosen, requestAddition } from './addition.ts';
import { Foot, loadedProps } from './parts.tsx';
import { bookingQuery, type Joinable } from './queries.ts';
import { Ticket } from './Ticket.tsx';
import { WaitButton } from './WaitButton.tsx';

/** The players who were put on the waiting list, in words. */
interface Waiting {
  readonly text: string;
  readonly since: number;
}

export function AddPlayersScreen() {
  const { reservationId } = useParams({ from: '/_member/reservations/$reservationId/addplayer' });
  // Together with the booking, not after it.
  usePrefetchQuery(suggestedQuery(reservationId));
  const booking = useQuery(bookingQuery(reservationId));
  const me = useQuery(meQuery);
  const [waiting, setWaiting] = useState<Waiting>();
  if (waiting) {
    return (
      <Page title="Op de wachtlijst">
        <Status>{waiting.text}</Status>
        <Ticket reservationId={reservationId} changedAt={waiting.since} />
      </Page>
    );
  }
  return (
    <Page title="Spelers toevoegen">
      <Loaded query={booking} {...loadedProps}>
        {(round) => (
          <Loaded query={me} {...loadedProps}>
            {({ email, isProfileComplete }) => (
              <PlayerSelection
                reservationId={reservationId}
                ownEmail={email.toLowerCase()}
                profileComplete={isProfileComplete}
                round={round}
                onWaiting={(text) => setWaiting({ text, since: Date.now() })}
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
  readonly round: Joinable;
  readonly onWaiting: (text: string) => void;
}

function PlayerSelection(props: PlayerSelectionProps) {
  const { reservationId, ownEmail, profileComplete, round, onWaiting } = props;
  const { players: bookedPlayers, isDayFull } = round;
  const navigate = useNavigate();
  const [players, setPlayers] = useState(() => chosenPlayers(reservationId));
  const isLookingUp = useIsLookingUp();
  // Who waits is held back by the day alone.
  const places = isDayFull ? MAX_PLAYERS - bookedPlayers.length : round.freeSlots;
  const surplus = players.length - places;
  const isReady = players.length > 0 && surplus <= 0 && profileComplete && !isLookingUp;
  const confirm = () => {
    requestAddition(reservationId);
    void navigate({ to: '/reservations/$reservationId/confirm', params: { reservationId } });
  };

  return (
    <>
      <p>
        {`In deze ronde: ${listOf(bookedPlayers.map(fullName))}.`}
        {isDayFull ? null : ` ${freePlacesText(places)}`}
      </p>
      {isDayFull ? <FullDay round={round} /> : null}
      {profileComplete ? null : (
        <Alert>
          <p>
            Je profiel is nog niet compleet. Vul eerst <Link to="/profile">je profiel</Link> aan.
          </p>
        </Alert>
      )}
      {surplus > 0 || places === 0 ? (
        <Alert>
          <p>
            {places === 0 && bookedPlayers.length < MAX_PLAYERS
              ? 'De baan is op deze dag gesloten: er kan niemand bij.'
              : 'Het maximaal aantal spelers voor deze boeking is bereikt.'}
          </p>
          {players.length > 0 ? (
            <p>{`Verwijder ${surplus === 1 ? 'een speler' : `${surplus} spelers`} om verder te gaan.`}</p>
          ) : null}
        </Alert>
      ) : null}
      <PlayerPicker
        players={players}
        ownEmail={ownEmail}
        otherPlayers={bookedPlayers.map(({ email }) => email.toLowerCase())}
        places={places}
        freeSeat={isDayFull ? 'op de wachtlijst' : undefined}
        blocked={!profileComplete}
        excludeReservation={reservationId}
        onAdd={(player) => {
          setPlayers(addChosen(reservationId, player));
          return true;
        }}
        onRemove={(email) => setPlayers(removeChosen(reservationId, email))}
      />
      {isDayFull ? (
        <WaitButton
          reservationId={reservationId}
          players={players}
          disabled={!isReady}
          onDone={(text) => {
            for (const { email } of players) removeChosen(reservationId, email);
            onWaiting(text);
          }}
        />
      ) : (
        <>
          {isReady ? (
            <p>{`Met verder voeg je ${listOf(players.map(({ first_name }) => first_name))} meteen toe.`}</p>
          ) : null}
          <Foot>
            {(className) => (
              <Button className={className} disabled={!isReady} onClick={confirm}>
                verder
                <ArrowRight aria-hidden size={18} />
              </Button>
            )}
          </Foot>
        </>
      )}
    </>
  );
}

function FullDay({ round: { golfclub, date } }: { readonly round: Joinable }) {
  return (
    <Notice>
      <p>
        <strong>De baan is vol</strong>
      </p>
      <p>
        {`Bij ${golfclub} is op ${longDate(date)} geen plaats meer. Zet een medespeler op de wachtlijst: jullie houden jullie plaatsen. `}
        Komt er een plaats vrij, dan krijgt je medespeler meteen een mail. Wachten kost geen speelrecht.
      </p>
    </Notice>
  );
}

function freePlacesText(slots: number): string {
  if (slots === 0) return 'Er zijn geen plaatsen meer vrij.';
  return `Er ${slots === 1 ? 'is' : 'zijn'} nog ${counted(slots, 'plaats', 'plaatsen')} vrij.`;
}
