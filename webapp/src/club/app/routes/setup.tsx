import { createFileRoute } from '@tanstack/react-router';
import { SetupScreen } from '@/club/features/setup/SetupScreen.tsx';

export const Route = createFileRoute('/setup')({ component: SetupScreen });
