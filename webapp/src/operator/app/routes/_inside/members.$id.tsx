import { createFileRoute, redirect } from '@tanstack/react-router';

// The address of a member's account before it was a part of the member's page.
export const Route = createFileRoute('/_inside/members/$id')({
  beforeLoad: ({ params: { id }, location }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    throw redirect({
      to: '/$kind/$',
      params: { kind: 'member', _splat: id },
      search: location.search,
      replace: true,
    });
  },
});
