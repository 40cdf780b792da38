import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '@/features/auth/LoginScreen.tsx';
import { searchTexts } from '@/ui/search.ts';

export const Route = createFileRoute('/auth/login')({
  validateSearch: searchTexts('redirect'),
  component: LoginScreen,
});
