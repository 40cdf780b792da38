import { createFileRoute } from '@tanstack/react-router';
import { OverviewStep } from '@/features/reservation-wizard/OverviewStep.tsx';

// The guard is loaded with the step, so that the first load of the app has no code of the wizard.
export const Route = createFileRoute('/_member/reservation/overview')({
  beforeLoad: async () =>
    (await import('@/features/reservation-wizard/guard.ts')).requireAnswersBefore('overview'),
  component: OverviewStep,
});
