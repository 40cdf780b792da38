import { createFileRoute } from '@tanstack/react-router';
import { LinkScreen } from '@/features/auth/LinkScreen.tsx';

export const Route = createFileRoute('/auth/link')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  component: LinkScreen,
});
