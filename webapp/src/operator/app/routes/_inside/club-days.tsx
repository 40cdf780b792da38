import { createFileRoute } from '@tanstack/react-router';
import { BoardScreen } from '@/operator/features/club-days/BoardScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/club-days')({
  validateSearch: searchTexts('from', 'days', 'state'),
  component: BoardScreen,
});
