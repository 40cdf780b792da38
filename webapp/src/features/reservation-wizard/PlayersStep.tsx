// Step: with whom. The member is in the first seat by themselves; a round starts only when they may play.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { meQuery, type Me } from '@/api/me.ts';
import { PlayerPicker } from '@/features/player-picker/PlayerPicker.tsx';
import { Alert, Notice } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { ownReason } from '@/ui/reasons.ts';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { MAX_PLAYERS } from '@/features/draft/draft.ts';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { StepFrame } from './StepFrame.tsx';

export function PlayersStep() {
  const { players } = useDraft();
  const { data: me, isPending, refetch, isFetching } = useQuery(meQuery);

  // The draft lives outside React and must learn who the member is, and what they may play today.
  useEffect(() => {
    if (me) dispatch({ type: 'join', me: { ...me, email: me.email.toLowerCase() } });
  }, [me]);

  const mayStart = me?.isProfileComplete === true && me.playrights.reservable;
  return (
    <StepFrame
      step="players"
      title="Met wie speel je?"
      intro="Jij staat al op de lijst. Nodig tot drie medespelers uit."
      nextText={players.length < 2 ? 'verder, ik speel alleen' : 'verder'}
      nextDisabled={players.length === 0 || !mayStart}
    >
      {isPending ? <Skeleton height="3.5rem" count={4} /> : null}
      {!isPending && !me ? (
        <Alert>
          <p>Je gegevens konden niet worden opgehaald.</p>
          <Button look="secondary" busyText={isFetching && 'bezig…'} onClick={() => void refetch()}>
            opnieuw proberen
          </Button>
        </Alert>
      ) : null}
      {me && !mayStart ? <CannotStart me={me} /> : null}
      {me && players.length >= MAX_PLAYERS ? (
        <Notice>Het maximaal aantal spelers voor deze boeking is bereikt.</Notice>
      ) : null}
      {me ? (
        <PlayerPicker
          players={players}
          ownEmail={me.email.toLowerCase()}
          seats={MAX_PLAYERS}
          blocked={!mayStart || players.length >= MAX_PLAYERS}
          onAdd={(player) => dispatch({ type: 'add-player', player })}
          onRemove={(email) => dispatch({ type: 'remove-player', email })}
        />
      ) : null}
    </StepFrame>
  );
}

function CannotStart({ me }: { readonly me: Me }) {
  return (
    <Alert>
      <p>
        <strong>Kan geen reservering starten</strong>
      </p>
      {me.isProfileComplete ? (
        <p>{ownReason(me.playrights.reason)}</p>
      ) : (
        <p>
          Je profiel is nog niet compleet. Vul eerst <Link to="/profile">je profiel</Link> aan.
        </p>
      )}
    </Alert>
  );
}
