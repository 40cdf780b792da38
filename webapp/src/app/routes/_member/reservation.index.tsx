import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_member/reservation/')({
  beforeLoad: () => {
    throw redirect({ to: '/reservation/players', replace: true });
  },
});
