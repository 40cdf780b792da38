import { createFileRoute } from '@tanstack/react-router';
import { loadGuard } from '@/app/loadGuard.ts';
import { DateStep } from '@/features/reservation-wizard/DateStep.tsx';

export const Route = createFileRoute('/_member/reservation/date')({
  beforeLoad: async () => (await loadGuard()).requireAnswersBefore('date'),
  component: DateStep,
});
