import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '@/features/auth/LoginScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/auth/login')({
  validateSearch: searchTexts('redirect'),
  component: LoginScreen,
});
