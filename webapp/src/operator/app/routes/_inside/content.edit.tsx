import { createFileRoute } from '@tanstack/react-router';
import { EditScreen } from '@/operator/features/content/EditScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/content/edit')({
  validateSearch: searchTexts('kind', 'key'),
  component: EditScreen,
});
