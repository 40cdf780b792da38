import { createFileRoute } from '@tanstack/react-router';
import { SendAdditionScreen } from '@/features/round-players/SendAdditionScreen.tsx';

export const Route = createFileRoute('/_member/reservations/$reservationId/confirm')({
  component: SendAdditionScreen,
});
