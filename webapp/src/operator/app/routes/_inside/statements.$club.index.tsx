import { createFileRoute } from '@tanstack/react-router';
import { SettlementScreen } from '@/operator/features/statements/SettlementScreen.tsx';

export const Route = createFileRoute('/_inside/statements/$club/')({ component: SettlementScreen });
