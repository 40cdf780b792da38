import { createFileRoute } from '@tanstack/react-router';
import { HistoryScreen } from '@/features/history/HistoryScreen.tsx';

export const Route = createFileRoute('/_member/reservations/history')({ component: HistoryScreen });
