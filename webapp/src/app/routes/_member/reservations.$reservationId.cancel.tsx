import { createFileRoute } from '@tanstack/react-router';
import { CancelRoundScreen } from '@/features/cancel-round/CancelRoundScreen.tsx';

export const Route = createFileRoute('/_member/reservations/$reservationId/cancel')({
  component: CancelRoundScreen,
});
