import { createFileRoute, redirect } from '@tanstack/react-router';

// A log-out is an address, as the menu's link says; merely pointing at that link must not log anybody out.
export const Route = createFileRoute('/auth/logout')({
  beforeLoad: async ({ preload, context }) => {
    if (preload) return;
    const { logOut } = await import('@/features/auth/logOut.ts');
    logOut(context.queryClient);
    throw redirect({ to: '/auth/login', replace: true });
  },
});
