// The router: routes are files under routes/, each loaded when it is visited or about to be.
import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { handleUnauthorized } from '@/api/unauthorized.ts';
import { forgetCopies } from '@/features/offline/copies.ts';
import { dropToken } from '@/session/session.ts';
import { noteNavigation } from '@/ui/navigation.ts';
import { routeTree } from './routeTree.gen.ts';
import { BrokenScreen } from './BrokenScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: BrokenScreen,
    // Search parameters are plain text here; the router's own reading of them as JSON would turn a token of
    // digits into a number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
      const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
      return query && `?${query}`;
    },
  });

  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) noteNavigation();
  });

  // An expired or revoked token: log in again and come back to the same place. What was kept of the member goes: whoever
  // ended the session from elsewhere may have lost this device.
  handleUnauthorized(() => {
    dropToken();
    forgetCopies();
    const { pathname, href } = router.state.location;
    if (pathname.startsWith('/auth/')) return;
    void router.navigate({ to: '/auth/login', search: { redirect: href } });
  });

  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
