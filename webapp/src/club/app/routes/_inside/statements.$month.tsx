import { createFileRoute } from '@tanstack/react-router';
import { StatementScreen } from '@/club/features/statement/StatementScreen.tsx';

export const Route = createFileRoute('/_inside/statements/$month')({ component: StatementScreen });
