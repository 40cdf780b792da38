// The step for the players. The member is the first player. Without play rights, or with an incomplete profile, the
// wizard does not start.
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '@/api/me.ts';
import { MAX_PLAYERS } from '@/features/draft/draft.ts';
import { dispatch, getDraft, useDraft } from '@/features/draft/draftStore.ts';
import { PlayerPicker } from '@/features/player-picker/PlayerPicker.tsx';
import { historicPlayersQuery, useIsLookingUp } from '@/features/player-picker/queries.ts';
import { suggestedQuery } from '@/features/player-picker/suggested.ts';
import { Loaded, Skeleton } from '@/ui';
import { CannotStart } from './CannotStart.tsx';
import { StepFrame } from './StepFrame.tsx';

export function PlayersStep() {
  const { players } = useDraft();
  const query = useQuery(meQuery);
  // While the wizard still shows its loader.
  usePrefetchQuery(suggestedQuery());
  usePrefetchQuery(historicPlayersQuery());
  const isLookingUp = useIsLookingUp();
  const me = query.data;
  const isFull = players.length >= MAX_PLAYERS;

  // The draft is stored outside React and needs the member with their current play rights.
  useEffect(() => {
    if (me) dispatch({ type: 'join', me: { ...me, email: me.email.toLowerCase() } });
  }, [me]);

  const mayStart = me?.isProfileComplete === true && me.playrights.reservable;
  return (
    <StepFrame
      step="players"
      title="Met wie speel je?"
      // In one place, so that nothing moves below a finger when the last seat is taken.
      intro={
        me && !mayStart
          ? undefined
          : isFull
            ? 'Het maximaal aantal spelers voor deze boeking is bereikt.'
            : 'Jij staat al op de lijst. Nodig tot drie medespelers uit.'
      }
      nextText={players.length < 2 ? 'verder, ik speel alleen' : 'verder'}
      nextDisabled={players.length === 0 || !mayStart || isLookingUp}
    >
      <Loaded
        query={query}
        skeleton={<Skeleton height="3.5rem" count={4} />}
        failure={() => ['Je gegevens konden niet worden opgehaald.']}
      >
        {(member) =>
          mayStart ? (
            <PlayerPicker
              players={players}
              ownEmail={member.email.toLowerCase()}
              places={MAX_PLAYERS}
              blocked={isFull}
              onAdd={(player) => {
                dispatch({ type: 'add-player', player });
                return getDraft().players.some(({ email }) => email === player.email);
              }}
              onRemove={(email) => dispatch({ type: 'remove-player', email })}
            />
          ) : (
            <CannotStart me={member} />
          )
        }
      </Loaded>
    </StepFrame>
  );
}
