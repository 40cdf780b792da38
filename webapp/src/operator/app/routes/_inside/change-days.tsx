import { createFileRoute } from '@tanstack/react-router';
import { RangeScreen } from '@/operator/features/club-days/RangeScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/change-days')({
  validateSearch: searchTexts('clubs', 'from', 'to'),
  component: RangeScreen,
});
