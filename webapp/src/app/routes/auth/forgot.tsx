import { createFileRoute } from '@tanstack/react-router';
import { ForgotScreen } from '@/features/password/ForgotScreen.tsx';

export const Route = createFileRoute('/auth/forgot')({ component: ForgotScreen });
