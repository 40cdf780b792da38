import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionsScreen } from '@/features/subscriptions/SubscriptionsScreen.tsx';

export const Route = createFileRoute('/_member/subscriptions/')({
  validateSearch: (search: Record<string, unknown>): { ordered?: true; federationOrdered?: true } => ({
    ...(search['ordered'] === 'true' && { ordered: true }),
    ...(search['federationOrdered'] === 'true' && { federationOrdered: true }),
  }),
  component: SubscriptionsScreen,
});
