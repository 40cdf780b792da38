import { createFileRoute } from '@tanstack/react-router';
import { RefusalsScreen } from '@/operator/features/refusals/RefusalsScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/refusals')({
  validateSearch: searchTexts('rule', 'member', 'club', 'from', 'to'),
  component: RefusalsScreen,
});
