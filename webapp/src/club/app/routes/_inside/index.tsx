import { createFileRoute } from '@tanstack/react-router';
import { ArrivalsScreen } from '@/club/features/arrivals/ArrivalsScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/')({
  validateSearch: searchTexts('date'),
  component: ArrivalsScreen,
});
