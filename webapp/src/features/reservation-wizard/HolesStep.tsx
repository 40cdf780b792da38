// The step for the number of holes. A player who may play fewer limits the group, and is named.
import { useQueryClient } from '@tanstack/react-query';
import { offersHoles } from '@/features/courses/startReservation.ts';
import { limitText, playersBelow, type Holes } from '@/features/draft/draft.ts';
import { dispatch, getDraft, useDraft } from '@/features/draft/draftStore.ts';
import { isAnswered, nextStep } from '@/features/draft/steps.ts';
import { Notice, RadioGroup } from '@/ui';
import { availabilityQuery, clubsQuery } from './queries.ts';
import { StepFrame } from './StepFrame.tsx';

const options = [
  { holes: 9, detail: 'een korte ronde, ongeveer twee uur' },
  { holes: 18, detail: 'de hele baan, ongeveer vier uur' },
] as const;

export function HolesStep() {
  const draft = useDraft();
  const queries = useQueryClient();
  // A club that is chosen after the holes is one that has them.
  const club = draft.isPredefinedCourse ? draft.golfclub : null;
  const limited = playersBelow(draft.players, 18);

  const choose = (holes: Holes) => {
    dispatch({ type: 'choose-holes', holes });
    const chosen = getDraft();
    if (nextStep(chosen, 'holes') === 'course') void queries.prefetchQuery(clubsQuery(chosen));
    else {
      const club = chosen.firstSelector === 'date' ? null : (chosen.golfclub?.id ?? null);
      void queries.prefetchQuery(availabilityQuery(chosen, club));
    }
  };

  return (
    <StepFrame step="holes" title="Hoeveel holes?" nextDisabled={!isAnswered(draft, 'holes')}>
      <RadioGroup
        legend="Aantal holes"
        hideLegend
        columns
        value={draft.holes ? (`${draft.holes}` as const) : null}
        onChange={(value) => choose(value === '9' ? 9 : 18)}
        options={options.map(({ holes, detail }) => ({
          value: `${holes}` as const,
          label: `${holes} holes`,
          detail: offersHoles(club, holes)
            ? detail
            : `${club?.name} heeft ${club?.holes?.join(' en ')} holes`,
          disabled: !offersHoles(club, holes) || playersBelow(draft.players, holes).length > 0,
        }))}
      />
      {limited.length > 0 ? <Notice>{limitText(limited)}.</Notice> : null}
    </StepFrame>
  );
}
