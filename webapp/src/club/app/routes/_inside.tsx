import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { loseSession, mayOpen, sessionQuery, storedSession, useSessionIfAny } from '@/club/api/session.ts';
import { useScanner } from '@/club/features/scan/useScanner.ts';

// Every route below needs a session. A role that does not see the players starts at what the club is owed.
export const Route = createFileRoute('/_inside')({
  beforeLoad: async ({ context, location, preload }) => {
    let session;
    try {
      // One that has ended is asked for again.
      session = await context.queryClient.fetchQuery(sessionQuery);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401;
      if (!isRefused && !storedSession()?.hasEnded) throw error;
      if (!preload) loseSession(context.queryClient);
      const search = location.href === '/' ? {} : { back: location.href };
      throw redirect({ to: '/login', search, replace: true });
    }
    if (!mayOpen(session, location.pathname))
      throw redirect({ to: mayOpen(session, '/') ? '/' : '/statements', replace: true });
  },
  component: Inside,
});

function Inside() {
  const session = useSessionIfAny();
  useScanner(session !== undefined && mayOpen(session, '/scan'));
  return <Outlet />;
}
