import { createFileRoute } from '@tanstack/react-router';
import { ConfirmScreen } from '@/features/email/ConfirmScreen.tsx';
import { searchTexts } from '@/ui/search.ts';

export const Route = createFileRoute('/auth/email')({
  validateSearch: searchTexts('token'),
  component: ConfirmScreen,
});
