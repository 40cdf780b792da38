import { createFileRoute } from '@tanstack/react-router';
import { ResetScreen } from '@/features/password/ResetScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/auth/reset')({
  validateSearch: searchTexts('token'),
  component: ResetScreen,
});
