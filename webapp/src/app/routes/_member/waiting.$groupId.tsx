import { createFileRoute } from '@tanstack/react-router';
import { OfferScreen } from '@/features/waiting-offer/OfferScreen.tsx';

export const Route = createFileRoute('/_member/waiting/$groupId')({ component: OfferScreen });
