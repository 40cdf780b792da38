import { createFileRoute } from '@tanstack/react-router';
import { AddPlayersScreen } from '@/features/round-players/AddPlayersScreen.tsx';

export const Route = createFileRoute('/_member/reservations/$reservationId/addplayer')({
  component: AddPlayersScreen,
});
