import { createFileRoute } from '@tanstack/react-router';
import { ResetScreen } from '@/features/password/ResetScreen.tsx';

export const Route = createFileRoute('/auth/reset')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  component: ResetScreen,
});
