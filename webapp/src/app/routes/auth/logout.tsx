import { createFileRoute, redirect } from '@tanstack/react-router';

// A log-out is an address, for the menu's link; preloading that link must not log out.
export const Route = createFileRoute('/auth/logout')({
  beforeLoad: async ({ preload, context }) => {
    if (preload) return;
    const { logOut } = await import('@/features/auth/logOut.ts');
    logOut(context.queryClient);
    throw redirect({ to: '/auth/login', replace: true });
  },
});
