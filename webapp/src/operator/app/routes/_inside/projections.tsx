import { createFileRoute } from '@tanstack/react-router';
import { ProjectionsScreen } from '@/operator/features/projections/ProjectionsScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/projections')({
  validateSearch: searchTexts('task'),
  component: ProjectionsScreen,
});
