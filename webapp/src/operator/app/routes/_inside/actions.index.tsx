import { createFileRoute } from '@tanstack/react-router';
import { ActionsScreen } from '@/operator/features/actions/ActionsScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/actions/')({
  validateSearch: searchTexts('member', 'operator', 'act', 'from', 'to', 'reason', 'subject', 'views'),
  component: ActionsScreen,
});
