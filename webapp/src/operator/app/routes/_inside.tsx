import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { sessionQuery } from '@/operator/api/session.ts';

// Every route below needs a session.
export const Route = createFileRoute('/_inside')({
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      const search = location.href === '/' ? {} : { back: location.href };
      throw redirect({ to: '/login', search, replace: true });
    }
  },
  component: Outlet,
});
