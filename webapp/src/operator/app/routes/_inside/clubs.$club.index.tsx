import { createFileRoute } from '@tanstack/react-router';
import { ClubDaysScreen } from '@/operator/features/club-days/ClubDaysScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/clubs/$club/')({
  validateSearch: searchTexts('from'),
  component: ClubDaysScreen,
});
