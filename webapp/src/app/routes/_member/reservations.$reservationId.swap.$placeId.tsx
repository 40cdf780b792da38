import { createFileRoute } from '@tanstack/react-router';
import { SwapPlayerScreen } from '@/features/round-players/SwapPlayerScreen.tsx';

export const Route = createFileRoute('/_member/reservations/$reservationId/swap/$placeId')({
  component: SwapPlayerScreen,
});
