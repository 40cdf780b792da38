import { createFileRoute, redirect } from '@tanstack/react-router';
import { getSession } from '@/session/session.ts';

// Every route below needs a log-in, which then redirects back to it.
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => {
    if (!getSession().token) {
      throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true });
    }
  },
});
