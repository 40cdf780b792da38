// When another tab changes the session, this tab goes where it belongs: nobody may see, or act on, the data of a
// session that has ended.
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { safeRedirect } from '@/session/redirect.ts';
import { getSession, handleOtherTab } from '@/session/session.ts';

export function followOtherTabs(router: AnyRouter, queries: QueryClient): void {
  // The member whose screens this tab shows or, after their session expired, is to show again.
  let member = getSession().email;

  handleOtherTab((before, now) => {
    if (before.token !== null || member === null) member = before.email;
    if (now.token === null) return leave(now.email === null);
    const isOther = now.email !== member && (member !== null || before.token !== null);
    // A new token of the same member: all that is on the screen is still theirs.
    if (before.token !== null && !isOther) return;
    member = now.email;
    enter(isOther);
  });

  const location = () => router.state.location;
  const isVisitorPage = () => location().pathname.startsWith('/auth/');
  const isLogin = () => location().pathname === '/auth/login';

  const leave = (loggedOut: boolean) => {
    queries.clear();
    if (loggedOut) {
      member = null;
      sessionStorage.clear();
    }
    // An expired session comes back to the same screen; after a log-out nothing of it remains in the address.
    if (loggedOut ? isVisitorPage() && !isLogin() : isVisitorPage()) return;
    const search = loggedOut ? {} : { redirect: location().href };
    void router.navigate({ to: '/auth/login', search, replace: true });
  };

  const enter = (isOther: boolean) => {
    queries.clear();
    if (isOther) sessionStorage.clear();
    if (isVisitorPage() && !isLogin()) return;
    const { redirect } = location().search as { readonly redirect?: string };
    const target = isOther || !isLogin() ? undefined : redirect;
    void router.navigate({ href: safeRedirect(target), replace: true });
  };
}
