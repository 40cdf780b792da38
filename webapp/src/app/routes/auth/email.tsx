import { createFileRoute } from '@tanstack/react-router';
import { ConfirmScreen } from '@/features/email/ConfirmScreen.tsx';

export const Route = createFileRoute('/auth/email')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  component: ConfirmScreen,
});
