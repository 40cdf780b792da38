import { createFileRoute } from '@tanstack/react-router';
import { loadGuard } from '@/app/loadGuard.ts';
import { ConfirmStep } from '@/features/reservation-wizard/ConfirmStep.tsx';

export const Route = createFileRoute('/_member/reservation/confirm')({
  beforeLoad: async () => (await loadGuard()).requireCompleteDraft(),
  component: ConfirmStep,
});
