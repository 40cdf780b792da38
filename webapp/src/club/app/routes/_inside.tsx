import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { mayOpen, sessionQuery } from '@/club/api/session.ts';

// Every route below needs a session. A role without a screen starts at its account.
export const Route = createFileRoute('/_inside')({
  beforeLoad: async ({ context, location }) => {
    let session;
    try {
      session = await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      const search = location.href === '/' ? {} : { back: location.href };
      throw redirect({ to: '/login', search, replace: true });
    }
    if (!mayOpen(session, location.pathname))
      throw redirect({ to: mayOpen(session, '/') ? '/' : '/account', replace: true });
  },
  component: Outlet,
});
