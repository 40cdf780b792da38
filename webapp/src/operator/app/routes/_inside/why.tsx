import { createFileRoute } from '@tanstack/react-router';
import { WhyScreen } from '@/operator/features/why/WhyScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/why')({
  validateSearch: searchTexts('member', 'date', 'club', 'holes', 'with', 'at'),
  component: WhyScreen,
});
