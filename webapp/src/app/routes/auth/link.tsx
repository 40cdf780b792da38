import { createFileRoute } from '@tanstack/react-router';
import { LinkScreen } from '@/features/auth/LinkScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/auth/link')({
  validateSearch: searchTexts('token'),
  component: LinkScreen,
});
