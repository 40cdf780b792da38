import { createFileRoute } from '@tanstack/react-router';
import { loadGuard } from '@/app/loadGuard.ts';
import { HolesStep } from '@/features/reservation-wizard/HolesStep.tsx';

export const Route = createFileRoute('/_member/reservation/holes')({
  beforeLoad: async () => (await loadGuard()).requireAnswersBefore('holes'),
  component: HolesStep,
});
