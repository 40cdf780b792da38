import { createFileRoute } from '@tanstack/react-router';
import { VoucherScreen } from '@/features/voucher/VoucherScreen.tsx';

export const Route = createFileRoute('/_member/reservations/$reservationId/voucher')({
  component: VoucherScreen,
});
