import { createFileRoute } from '@tanstack/react-router';
import { HistoricScreen } from '@/features/subscriptions/HistoricScreen.tsx';

export const Route = createFileRoute('/_member/subscriptions/historic')({ component: HistoricScreen });
