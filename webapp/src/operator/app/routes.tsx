// The addresses. Every screen but the log-in and the setup is below `inside`, which needs a session; each screen's code is
// loaded when it is visited. Every state that can be sent to a colleague is a parameter here.
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { isKind } from '../api/kinds.ts';
import { sessionQuery } from '../api/session.ts';
import { texts } from './search.ts';
import { Shell } from './Shell.tsx';

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({ component: Shell });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: texts('back'),
  component: lazyRouteComponent(() => import('../features/login/LoginScreen.tsx')),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../features/setup/SetupScreen.tsx')),
});

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
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

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('../features/search/HomeScreen.tsx')),
});

const find = createRoute({
  getParentRoute: () => inside,
  path: '/find',
  validateSearch: texts('q'),
  component: lazyRouteComponent(() => import('../features/search/FindScreen.tsx')),
});

const event = createRoute({
  getParentRoute: () => inside,
  path: '/event/$position',
  component: lazyRouteComponent(() => import('../features/timeline/EventScreen.tsx')),
});

// Not in its place below: together with `beforeLoad` its type would be lost.
const subjectSearch = texts(
  'at',
  'sequence',
  'compare_at',
  'compare_sequence',
  'events',
  'actor',
  'from',
  'to',
  'view',
);

const subject = createRoute({
  getParentRoute: () => inside,
  // The id is the rest of the address: that of a club's day has a slash in it.
  path: '/$kind/$',
  validateSearch: subjectSearch,
  beforeLoad: ({ params: { kind, _splat: id } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    if (!isKind(kind) || !id) throw notFound();
  },
  component: lazyRouteComponent(() => import('../features/subject/SubjectScreen.tsx')),
});

const member = createRoute({
  getParentRoute: () => inside,
  path: '/members/$id',
  component: lazyRouteComponent(() => import('../features/members/MemberScreen.tsx')),
});

const clubs = createRoute({
  getParentRoute: () => inside,
  path: '/clubs',
  component: lazyRouteComponent(() => import('../features/club-days/ClubsScreen.tsx')),
});

const clubDays = createRoute({
  getParentRoute: () => inside,
  path: '/clubs/$club',
  validateSearch: texts('from'),
  component: lazyRouteComponent(() => import('../features/club-days/ClubDaysScreen.tsx')),
});

// Not in its place below: together with `beforeLoad` its type would be lost.
const changeDaySearch = texts('capacity');

const changeDay = createRoute({
  getParentRoute: () => inside,
  path: '/clubs/$club/$date/$change',
  validateSearch: changeDaySearch,
  beforeLoad: ({ params: { change, date } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    if (!/^(close|limit)$/.test(change) || !/^\d{4}-\d\d-\d\d$/.test(date)) throw notFound();
  },
  component: lazyRouteComponent(() => import('../features/club-days/ChangeDayScreen.tsx')),
});

const why = createRoute({
  getParentRoute: () => inside,
  path: '/why',
  validateSearch: texts('member', 'date', 'club', 'holes', 'with', 'at'),
  component: lazyRouteComponent(() => import('../features/why/WhyScreen.tsx')),
});

const refusals = createRoute({
  getParentRoute: () => inside,
  path: '/refusals',
  validateSearch: texts('rule', 'member'),
  component: lazyRouteComponent(() => import('../features/refusals/RefusalsScreen.tsx')),
});

const mails = createRoute({
  getParentRoute: () => inside,
  path: '/mails',
  validateSearch: texts('list', 'member'),
  component: lazyRouteComponent(() => import('../features/mails/MailsScreen.tsx')),
});

const runs = createRoute({
  getParentRoute: () => inside,
  path: '/runs',
  component: lazyRouteComponent(() => import('../features/runs/RunsScreen.tsx')),
});

const figures = createRoute({
  getParentRoute: () => inside,
  path: '/figures',
  validateSearch: texts('from', 'to', 'club', 'pass'),
  component: lazyRouteComponent(() => import('../features/figures/FiguresScreen.tsx')),
});

const projections = createRoute({
  getParentRoute: () => inside,
  path: '/projections',
  validateSearch: texts('task'),
  component: lazyRouteComponent(() => import('../features/projections/ProjectionsScreen.tsx')),
});

const integrity = createRoute({
  getParentRoute: () => inside,
  path: '/integrity',
  validateSearch: texts('task'),
  component: lazyRouteComponent(() => import('../features/integrity/IntegrityScreen.tsx')),
});

const actions = createRoute({
  getParentRoute: () => inside,
  path: '/actions',
  validateSearch: texts('operator', 'subject'),
  component: lazyRouteComponent(() => import('../features/actions/ActionsScreen.tsx')),
});

const operators = createRoute({
  getParentRoute: () => inside,
  path: '/operators',
  component: lazyRouteComponent(() => import('../features/operators/OperatorsScreen.tsx')),
});

const content = createRoute({
  getParentRoute: () => inside,
  path: '/content',
  validateSearch: texts('kind'),
  component: lazyRouteComponent(() => import('../features/content/ContentScreen.tsx')),
});

const contentItem = createRoute({
  getParentRoute: () => inside,
  path: '/content/edit',
  validateSearch: texts('kind', 'key'),
  component: lazyRouteComponent(() => import('../features/content/EditScreen.tsx')),
});

const contentChanges = createRoute({
  getParentRoute: () => inside,
  path: '/content/changes',
  validateSearch: texts('kind', 'key'),
  component: lazyRouteComponent(() => import('../features/content/ChangesScreen.tsx')),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/AccountScreen.tsx')),
});

export const routeTree = root.addChildren([
  login,
  setup,
  inside.addChildren([
    home,
    find,
    event,
    subject,
    member,
    clubs,
    clubDays,
    changeDay,
    why,
    content,
    contentItem,
    contentChanges,
    refusals,
    mails,
    runs,
    figures,
    projections,
    integrity,
    actions,
    operators,
    account,
  ]),
]);
