import { createFileRoute } from '@tanstack/react-router';
import { CalendarFeedScreen } from '@/features/calendar-feed/CalendarFeedScreen.tsx';

export const Route = createFileRoute('/_member/profile/calendar')({ component: CalendarFeedScreen });
