import { createFileRoute } from '@tanstack/react-router';
import { FederationBuyScreen } from '@/features/purchases/FederationBuyScreen.tsx';

export const Route = createFileRoute('/_member/federation/buy')({ component: FederationBuyScreen });
