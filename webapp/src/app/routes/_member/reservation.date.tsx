import { createFileRoute } from '@tanstack/react-router';
import { DateStep } from '@/features/reservation-wizard/DateStep.tsx';

// The guard is loaded with the step, so that the first load of the app has no code of the wizard.
export const Route = createFileRoute('/_member/reservation/date')({
  beforeLoad: async () =>
    (await import('@/features/reservation-wizard/guard.ts')).requireAnswersBefore('date'),
  component: DateStep,
});
