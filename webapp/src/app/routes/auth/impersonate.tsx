import { createFileRoute } from '@tanstack/react-router';
import { ImpersonateScreen } from '@/features/impersonation/ImpersonateScreen.tsx';

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

export const Route = createFileRoute('/auth/impersonate')({
  validateSearch: (search: Record<string, unknown>): { id?: string; login?: string } => {
    const [id, login] = [text(search['id']), text(search['login'])];
    return { ...(id && { id }), ...(login && { login }) };
  },
  component: ImpersonateScreen,
});
