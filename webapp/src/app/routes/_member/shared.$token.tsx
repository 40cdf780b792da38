import { createFileRoute } from '@tanstack/react-router';
import { SharedRoundScreen } from '@/features/shared-round/SharedRoundScreen.tsx';

export const Route = createFileRoute('/_member/shared/$token')({ component: SharedRoundScreen });
