// The order of the wizard's steps, and what each needs before it.
import type { Draft } from './draft.ts';
import { playersBelow } from './draft.ts';

export type Step = 'players' | 'holes' | 'course' | 'date' | 'overview';

export const stepPath = {
  players: '/reservation/players',
  holes: '/reservation/holes',
  course: '/reservation/course',
  date: '/reservation/date',
  overview: '/reservation/overview',
} as const satisfies Record<Step, string>;

/** The steps that this draft goes through, in order. */
export function stepsOf(draft: Draft): readonly Step[] {
  if (draft.isPredefinedCourse && draft.golfclub) return ['players', 'holes', 'date', 'overview'];
  return draft.firstSelector === 'date'
    ? ['players', 'holes', 'date', 'course', 'overview']
    : ['players', 'holes', 'course', 'date', 'overview'];
}

/** Whether a step has its answer. */
export function isAnswered(draft: Draft, step: Step): boolean {
  switch (step) {
    case 'players':
      return draft.players.length > 0;
    case 'holes':
      return draft.holes !== null && playersBelow(draft.players, draft.holes).length === 0;
    case 'course':
      return draft.golfclub !== null;
    case 'date':
      return draft.date !== null;
    case 'overview':
      return isComplete(draft);
  }
}

export function isComplete(draft: Draft): boolean {
  return (['players', 'holes', 'course', 'date'] as const).every((step) => isAnswered(draft, step));
}

/** A predefined course is no step, but the member may still change it. */
function stepsIncluding(draft: Draft, step: Step): readonly Step[] {
  const steps = stepsOf(draft);
  return steps.includes(step) ? steps : ['players', 'holes', 'course', 'date', 'overview'];
}

/** The first step before `step` that has no answer yet: the member is redirected there. */
export function firstMissing(draft: Draft, step: Step): Step | null {
  const steps = stepsIncluding(draft, step);
  return steps.slice(0, steps.indexOf(step)).find((earlier) => !isAnswered(draft, earlier)) ?? null;
}

export function nextStep(draft: Draft, step: Step): Step {
  if (draft.returnsToOverview && isComplete(draft)) return 'overview';
  const steps = stepsIncluding(draft, step);
  return steps[steps.indexOf(step) + 1] ?? 'overview';
}

export function previousStep(draft: Draft, step: Step): Step | null {
  const steps = stepsIncluding(draft, step);
  return steps[steps.indexOf(step) - 1] ?? null;
}

/** `stap 3 van 5` */
export function progressText(draft: Draft, step: Step): string {
  const steps = stepsIncluding(draft, step);
  return `stap ${steps.indexOf(step) + 1} van ${steps.length}`;
}
