import { createFileRoute } from '@tanstack/react-router';
import { ContentScreen } from '@/operator/features/content/ContentScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/content/')({
  validateSearch: searchTexts('kind', 'status', 'saved', 'how'),
  component: ContentScreen,
});
