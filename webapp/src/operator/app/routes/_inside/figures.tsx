import { createFileRoute } from '@tanstack/react-router';
import { FiguresScreen } from '@/operator/features/figures/FiguresScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/figures')({
  validateSearch: searchTexts('from', 'to', 'club', 'pass'),
  component: FiguresScreen,
});
