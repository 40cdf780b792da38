import { createFileRoute } from '@tanstack/react-router';
import { ConfirmScreen } from '@/features/email/ConfirmScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/auth/email')({
  validateSearch: searchTexts('token'),
  component: ConfirmScreen,
});
