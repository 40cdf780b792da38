import { createFileRoute } from '@tanstack/react-router';
import { ClubAccountsScreen } from '@/operator/features/club-accounts/ClubAccountsScreen.tsx';

export const Route = createFileRoute('/_inside/club-accounts')({ component: ClubAccountsScreen });
