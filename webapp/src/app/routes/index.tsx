import { createFileRoute, redirect } from '@tanstack/react-router';
import { getSession } from '@/session/session.ts';

// The front door only points the way.
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: getSession().token ? '/reservations' : '/auth/login', replace: true });
  },
});
