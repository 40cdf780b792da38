import { createFileRoute } from '@tanstack/react-router';
import { CourseStep } from '@/features/reservation-wizard/CourseStep.tsx';

// The guard is fetched with the step: the first load of the app carries nothing of the wizard.
export const Route = createFileRoute('/_member/reservation/course')({
  beforeLoad: async () =>
    (await import('@/features/reservation-wizard/guard.ts')).requireAnswersBefore('course'),
  component: CourseStep,
});
