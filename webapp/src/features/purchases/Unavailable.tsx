// Shown when a purchase is not possible for this member now.
import { ButtonLink } from '@/ui/Button.tsx';
import { EmptyState } from '@/ui/EmptyState.tsx';

export function Unavailable({ message }: { readonly message: string }) {
  return (
    <EmptyState title={message}>
      <ButtonLink to="/subscriptions">naar abo's & extra's</ButtonLink>
    </EmptyState>
  );
}
