import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '@/features/notifications/NotificationsScreen.tsx';

export const Route = createFileRoute('/_member/profile/notifications')({ component: NotificationsScreen });
