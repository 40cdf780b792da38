import { createFileRoute } from '@tanstack/react-router';
import { SwapPlayerScreen } from '@/features/swap-player/SwapPlayerScreen.tsx';

export const Route = createFileRoute('/_member/reservations/$reservationId/swap/$placeId')({
  component: SwapPlayerScreen,
});
