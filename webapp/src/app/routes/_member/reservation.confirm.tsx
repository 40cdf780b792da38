import { createFileRoute } from '@tanstack/react-router';
import { ConfirmStep } from '@/features/reservation-wizard/ConfirmStep.tsx';

export const Route = createFileRoute('/_member/reservation/confirm')({
  beforeLoad: async () => (await import('@/features/reservation-wizard/guard.ts')).requireCompleteDraft(),
  component: ConfirmStep,
});
