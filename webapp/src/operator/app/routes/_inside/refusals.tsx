import { createFileRoute } from '@tanstack/react-router';
import { RefusalsScreen } from '@/operator/features/refusals/RefusalsScreen.tsx';
import { searchTexts } from '@/ui/search.ts';

export const Route = createFileRoute('/_inside/refusals')({
  validateSearch: searchTexts('rule', 'member'),
  component: RefusalsScreen,
});
