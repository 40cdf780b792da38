import { createFileRoute } from '@tanstack/react-router';
import { SessionsScreen } from '@/features/sessions/SessionsScreen.tsx';

export const Route = createFileRoute('/_member/profile/sessions')({ component: SessionsScreen });
