import { createFileRoute } from '@tanstack/react-router';
import { StartScreen } from '@/operator/features/start/StartScreen.tsx';

export const Route = createFileRoute('/_inside/')({ component: StartScreen });
