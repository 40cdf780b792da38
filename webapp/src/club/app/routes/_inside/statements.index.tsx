import { createFileRoute } from '@tanstack/react-router';
import { StatementsScreen } from '@/club/features/statement/StatementsScreen.tsx';

export const Route = createFileRoute('/_inside/statements/')({ component: StatementsScreen });
