// The router: routes are files under routes/, each loaded when it is visited or when its link is hovered.
import './texts.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { handleUnauthorized } from '@/api/unauthorized.ts';
import { removeCopies } from '@/features/offline/copies.ts';
import { dropToken } from '@/session/session.ts';
import { ErrorScreen, NotFoundScreen, parseSearch, stringifySearch } from '@/ui';
import { recordNavigation } from '@/ui/navigation.ts';
import { followOtherTabs } from './otherTabs.ts';
import { routeTree } from './routeTree.gen.ts';

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ErrorScreen,
    parseSearch,
    stringifySearch,
  });

  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) recordNavigation();
  });

  // An expired or revoked token: log in again and come back to the same place. The member's copies are removed:
  // the session may have been ended on another device because this one was lost.
  handleUnauthorized(() => {
    dropToken();
    removeCopies();
    const { pathname, href } = router.state.location;
    if (pathname.startsWith('/auth/')) return;
    void router.navigate({ to: '/auth/login', search: { redirect: href } });
  });
  followOtherTabs(router, queryClient);

  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
