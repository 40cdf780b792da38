import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '@/features/settings/ProfileScreen.tsx';

export const Route = createFileRoute('/_member/profile/')({ component: ProfileScreen });
