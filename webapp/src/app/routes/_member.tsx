import { createFileRoute, redirect } from '@tanstack/react-router';
import { getSession } from '@/session/session.ts';

// Everything below needs a log-in, and comes back to where the member wanted to be.
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => {
    if (!getSession().token) {
      throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true });
    }
  },
});
