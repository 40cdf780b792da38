// Shown when a purchase is not possible for this member now.
import { ButtonLink, EmptyState } from '@/ui';

export function Unavailable({ message }: { readonly message: string }) {
  return (
    <EmptyState title={message}>
      <ButtonLink to="/subscriptions">naar abo's & extra's</ButtonLink>
    </EmptyState>
  );
}
