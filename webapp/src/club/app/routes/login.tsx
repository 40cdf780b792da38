import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '@/club/features/login/LoginScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/login')({
  validateSearch: searchTexts('back'),
  component: LoginScreen,
});
