import { createFileRoute } from '@tanstack/react-router';
import { StatementsScreen } from '@/operator/features/statements/StatementsScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/statements/')({
  validateSearch: searchTexts('month'),
  component: StatementsScreen,
});
