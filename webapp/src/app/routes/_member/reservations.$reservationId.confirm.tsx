import { createFileRoute } from '@tanstack/react-router';
import { AddedScreen } from '@/features/round-players/AddedScreen.tsx';

export const Route = createFileRoute('/_member/reservations/$reservationId/confirm')({
  component: AddedScreen,
});
