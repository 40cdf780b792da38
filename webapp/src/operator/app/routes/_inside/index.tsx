import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '@/operator/features/search/HomeScreen.tsx';

export const Route = createFileRoute('/_inside/')({ component: HomeScreen });
