import { createFileRoute, redirect } from '@tanstack/react-router';
import { getSession } from '@/session/session.ts';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: getSession().token ? '/reservations' : '/auth/login', replace: true });
  },
});
