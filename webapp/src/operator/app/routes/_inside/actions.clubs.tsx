import { createFileRoute } from '@tanstack/react-router';
import { ClubActionsScreen } from '@/operator/features/actions/ClubActionsScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/actions/clubs')({
  validateSearch: searchTexts('club', 'member', 'act', 'from', 'to', 'views'),
  component: ClubActionsScreen,
});
