import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '@/features/auth/LoginScreen.tsx';

export const Route = createFileRoute('/auth/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  component: LoginScreen,
});
