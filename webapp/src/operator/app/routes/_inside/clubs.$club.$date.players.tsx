import { createFileRoute, notFound } from '@tanstack/react-router';
import { PlayersScreen } from '@/operator/features/club-days/PlayersScreen.tsx';

export const Route = createFileRoute('/_inside/clubs/$club/$date/players')({
  beforeLoad: ({ params: { date } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw notFound();
  },
  component: PlayersScreen,
});
