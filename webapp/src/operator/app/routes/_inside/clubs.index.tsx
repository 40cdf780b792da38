import { createFileRoute } from '@tanstack/react-router';
import { ClubsScreen } from '@/operator/features/club-days/ClubsScreen.tsx';

export const Route = createFileRoute('/_inside/clubs/')({ component: ClubsScreen });
