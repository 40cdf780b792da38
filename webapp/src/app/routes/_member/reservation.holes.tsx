import { createFileRoute } from '@tanstack/react-router';
import { HolesStep } from '@/features/reservation-wizard/HolesStep.tsx';

// The guard is loaded with the step, so that the first load of the app has no code of the wizard.
export const Route = createFileRoute('/_member/reservation/holes')({
  beforeLoad: async () =>
    (await import('@/features/reservation-wizard/guard.ts')).requireAnswersBefore('holes'),
  component: HolesStep,
});
