import { createFileRoute } from '@tanstack/react-router';
import { ReservationsScreen } from '@/features/reservations/ReservationsScreen.tsx';

export const Route = createFileRoute('/_member/reservations/')({ component: ReservationsScreen });
