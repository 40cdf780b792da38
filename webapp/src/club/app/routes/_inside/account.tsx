import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '@/club/features/account/AccountScreen.tsx';

export const Route = createFileRoute('/_inside/account')({ component: AccountScreen });
