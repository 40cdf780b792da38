// The router of the clubs' screens, all of whose addresses are below `/club`.
import './texts.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { handleUnauthorized } from '@/api/unauthorized.ts';
import { ErrorScreen, NotFoundScreen, parseSearch, stringifySearch } from '@/ui';
import { recordNavigation } from '@/ui/navigation.ts';
import { handleSessionEnd, keepScreen, loseSession } from '../api/session.ts';
import { routeTree } from './routeTree.gen.ts';

const BEFORE_LOGIN = ['/login', '/setup', '/pair'];

export function createClubRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    basepath: '/club',
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

  // Several calls can fail at once; the first one navigates.
  handleUnauthorized(() => {
    const { pathname, href } = router.latestLocation;
    if (BEFORE_LOGIN.includes(pathname)) return;
    // Whoever stands in front of the desk was scanned, and so will be the next one.
    if (pathname === '/scan') return keepScreen(queryClient);
    loseSession(queryClient);
    void router.navigate({ to: '/login', search: href === '/' ? {} : { back: href } });
  });

  // The screens before a log-in do not load it.
  handleSessionEnd(() => {
    import('../features/scan/queue.ts').then(({ forgetNames }) => forgetNames()).catch(() => {});
  });

  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createClubRouter>;
  }
}
