// A step that is opened without the answers before it redirects to the first that is missing.
import { redirect } from '@tanstack/react-router';
import { getDraft } from '@/features/draft/draftStore.ts';
import { firstMissing, isComplete, stepPath, type Step } from '@/features/draft/steps.ts';

export function requireAnswersBefore(step: Step): void {
  const missing = firstMissing(getDraft(), step);
  if (missing) throw redirect({ to: stepPath[missing], replace: true });
}

/** Without a complete reservation there is nothing to confirm. */
export function requireCompleteDraft(): void {
  if (!isComplete(getDraft())) throw redirect({ to: '/reservations', replace: true });
}
