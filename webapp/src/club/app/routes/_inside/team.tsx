import { createFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '@/club/features/team/TeamScreen.tsx';

export const Route = createFileRoute('/_inside/team')({ component: TeamScreen });
