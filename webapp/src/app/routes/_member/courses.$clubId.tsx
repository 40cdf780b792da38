import { createFileRoute } from '@tanstack/react-router';
import { ClubScreen } from '@/features/club-page/ClubScreen.tsx';

export const Route = createFileRoute('/_member/courses/$clubId')({ component: ClubScreen });
