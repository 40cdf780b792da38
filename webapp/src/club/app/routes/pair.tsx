import { createFileRoute } from '@tanstack/react-router';
import { PairScreen } from '@/club/features/pair/PairScreen.tsx';

export const Route = createFileRoute('/pair')({ component: PairScreen });
