import { createFileRoute } from '@tanstack/react-router';
import { loadGuard } from '@/app/loadGuard.ts';
import { OverviewStep } from '@/features/reservation-wizard/OverviewStep.tsx';

export const Route = createFileRoute('/_member/reservation/overview')({
  beforeLoad: async () => (await loadGuard()).requireAnswersBefore('overview'),
  component: OverviewStep,
});
