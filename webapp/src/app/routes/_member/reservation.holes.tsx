import { createFileRoute } from '@tanstack/react-router';
import { HolesStep } from '@/features/reservation-wizard/HolesStep.tsx';

// The guard is fetched with the step: the first load of the app carries nothing of the wizard.
export const Route = createFileRoute('/_member/reservation/holes')({
  beforeLoad: async () =>
    (await import('@/features/reservation-wizard/guard.ts')).requireAnswersBefore('holes'),
  component: HolesStep,
});
