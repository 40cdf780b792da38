import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { UnreadableNote } from '@/app/UnreadableNote.tsx';
import { getSession, useSession } from '@/session/session.ts';

// Every route below needs a log-in, which then redirects back to it.
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => {
    if (!getSession().token) {
      throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true });
    }
  },
  component: MemberScreens,
});

// Another member gets screens of their own, and a session that ended has none: another tab may end it at any moment.
function MemberScreens() {
  const { token, email } = useSession();
  if (!token) return null;
  return (
    <>
      <Outlet key={email} />
      <UnreadableNote />
    </>
  );
}
