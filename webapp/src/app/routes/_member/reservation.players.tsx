import { createFileRoute } from '@tanstack/react-router';
import { PlayersStep } from '@/features/reservation-wizard/PlayersStep.tsx';

export const Route = createFileRoute('/_member/reservation/players')({ component: PlayersStep });
