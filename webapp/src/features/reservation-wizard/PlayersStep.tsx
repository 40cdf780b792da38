// The step for the players. The member is the first player. Without play rights, or with an incomplete profile, the
// wizard does not start.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { meQuery, type Me } from '@/api/me.ts';
import { MAX_PLAYERS } from '@/features/draft/draft.ts';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { PlayerPicker } from '@/features/player-picker/PlayerPicker.tsx';
import { Alert, Notice } from '@/ui/Alert.tsx';
import { Loaded } from '@/ui/Loaded.tsx';
import { ownReason } from '@/ui/reasons.ts';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { StepFrame } from './StepFrame.tsx';

export function PlayersStep() {
  const { players } = useDraft();
  const query = useQuery(meQuery);
  const me = query.data;

  // The draft is stored outside React and needs the member with their current play rights.
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
      <Loaded
        query={query}
        skeleton={<Skeleton height="3.5rem" count={4} />}
        failure={() => ['Je gegevens konden niet worden opgehaald.']}
      >
        {(member) => (
          <>
            {mayStart ? null : <CannotStart me={member} />}
            {players.length >= MAX_PLAYERS ? (
              <Notice>Het maximaal aantal spelers voor deze boeking is bereikt.</Notice>
            ) : null}
            <PlayerPicker
              players={players}
              ownEmail={member.email.toLowerCase()}
              places={MAX_PLAYERS}
              blocked={!mayStart || players.length >= MAX_PLAYERS}
              onAdd={(player) => dispatch({ type: 'add-player', player })}
              onRemove={(email) => dispatch({ type: 'remove-player', email })}
            />
          </>
        )}
      </Loaded>
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
