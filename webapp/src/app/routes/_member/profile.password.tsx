import { createFileRoute } from '@tanstack/react-router';
import { ChangeScreen } from '@/features/password/ChangeScreen.tsx';

export const Route = createFileRoute('/_member/profile/password')({ component: ChangeScreen });
