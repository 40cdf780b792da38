import { createFileRoute } from '@tanstack/react-router';
import { FindScreen } from '@/operator/features/search/FindScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/find')({
  validateSearch: searchTexts('q'),
  component: FindScreen,
});
