import { createFileRoute } from '@tanstack/react-router';
import { loadGuard } from '@/app/loadGuard.ts';
import { CourseStep } from '@/features/reservation-wizard/CourseStep.tsx';

export const Route = createFileRoute('/_member/reservation/course')({
  beforeLoad: async () => (await loadGuard()).requireAnswersBefore('course'),
  component: CourseStep,
});
