import { createFileRoute } from '@tanstack/react-router';
import { RunsScreen } from '@/operator/features/runs/RunsScreen.tsx';

export const Route = createFileRoute('/_inside/runs')({ component: RunsScreen });
