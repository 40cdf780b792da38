import { createFileRoute } from '@tanstack/react-router';
import { AskScreen } from '@/features/email/AskScreen.tsx';

export const Route = createFileRoute('/_member/profile/email')({ component: AskScreen });
