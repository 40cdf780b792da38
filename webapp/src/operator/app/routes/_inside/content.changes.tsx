import { createFileRoute } from '@tanstack/react-router';
import { ChangesScreen } from '@/operator/features/content/ChangesScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/content/changes')({
  validateSearch: searchTexts('kind', 'key'),
  component: ChangesScreen,
});
