import { createFileRoute } from '@tanstack/react-router';
import { CourseStep } from '@/features/reservation-wizard/CourseStep.tsx';

// The guard is loaded with the step, so that the first load of the app has no code of the wizard.
export const Route = createFileRoute('/_member/reservation/course')({
  beforeLoad: async () =>
    (await import('@/features/reservation-wizard/guard.ts')).requireAnswersBefore('course'),
  component: CourseStep,
});
