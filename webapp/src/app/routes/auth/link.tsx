import { createFileRoute } from '@tanstack/react-router';
import { LinkScreen } from '@/features/auth/LinkScreen.tsx';
import { searchTexts } from '@/ui/search.ts';

export const Route = createFileRoute('/auth/link')({
  validateSearch: searchTexts('token'),
  component: LinkScreen,
});
