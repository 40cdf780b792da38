import { createFileRoute } from '@tanstack/react-router';
import { EventScreen } from '@/operator/features/timeline/EventScreen.tsx';

export const Route = createFileRoute('/_inside/event/$position')({ component: EventScreen });
