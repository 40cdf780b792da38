// From one step to another. A changed answer that came from the overview leads straight back to it, unless the day is
// not free any more: then to the step that has to be answered again.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Draft } from '@/features/draft/draft.ts';
import { getDraft } from '@/features/draft/draftStore.ts';
import { stepPath, type Step } from '@/features/draft/steps.ts';
import { availabilityQuery } from './queries.ts';

type Direction = 'forward' | 'back';

// The direction of the last change of step, for the animation.
let direction: Direction = 'forward';

export const goToDirection = (): Direction => direction;

export function useGoTo(): (step: Step, direction?: Direction) => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const router = useRouter();
  return (step, to = 'forward') => {
    direction = to;
    const invalid = step === 'overview' ? invalidatedStep(queries, getDraft()) : null;
    const isHere = invalid !== null && router.state.location.pathname === stepPath[invalid];
    void navigate({ to: stepPath[invalid && !isHere ? invalid : step] });
  };
}

/** The later of course and day when the club is not free on the day, as far as is known; null otherwise. */
function invalidatedStep(queries: QueryClient, draft: Draft): Step | null {
  const { date, golfclub, returnsToOverview, firstSelector } = draft;
  if (!returnsToOverview || !date || !golfclub) return null;
  const days = queries.getQueryData(availabilityQuery(draft, golfclub.id).queryKey)?.data;
  if (days?.[date]?.reservable !== false) return null;
  return firstSelector === 'date' ? 'course' : 'date';
}
