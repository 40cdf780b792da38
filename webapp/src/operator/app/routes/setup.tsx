import { createFileRoute } from '@tanstack/react-router';
import { SetupScreen } from '@/operator/features/setup/SetupScreen.tsx';

export const Route = createFileRoute('/setup')({ component: SetupScreen });
