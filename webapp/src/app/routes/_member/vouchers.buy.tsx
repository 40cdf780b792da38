import { createFileRoute } from '@tanstack/react-router';
import { VoucherBuyScreen } from '@/features/purchases/VoucherBuyScreen.tsx';

export const Route = createFileRoute('/_member/vouchers/buy')({ component: VoucherBuyScreen });
