// The router of the operators' screens, all of whose addresses are below `/operator`.
import './texts.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorScreen, NotFoundScreen, parseSearch, stringifySearch } from '@/ui';
import { recordNavigation } from '@/ui/navigation.ts';
import { askForLogInOnce, canAskForLogIn, isAskingForLogIn } from '../api/logIn.ts';
import { endSession } from '../api/session.ts';
import { hasUnsaved } from '../ui/unsaved.ts';
import { handleUnauthorized } from '@/api/unauthorized.ts';
import { routeTree } from './routeTree.gen.ts';

export function createOperatorRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    basepath: '/operator',
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
    if (pathname === '/login' || pathname === '/setup') return;
    // To navigate would lose what was typed.
    if (isAskingForLogIn() || (hasUnsaved() && canAskForLogIn())) {
      askForLogInOnce();
      return;
    }
    endSession(queryClient);
    void router.navigate({ to: '/login', search: { back: href } });
  });

  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createOperatorRouter>;
  }
}
