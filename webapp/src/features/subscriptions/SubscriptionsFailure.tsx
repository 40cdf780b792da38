// Said by both screens when the subscriptions cannot be had.
import { failureText } from '@/api/error.ts';
import { LoadFailure } from '@/ui/LoadFailure.tsx';
import { subscriptionTexts } from './queries.ts';

interface SubscriptionsFailureProps {
  readonly error: Error;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

export function SubscriptionsFailure({ error, retrying, onRetry }: SubscriptionsFailureProps) {
  return (
    <LoadFailure retrying={retrying} onRetry={onRetry}>
      <p>Fout bij het ophalen van vouchers:</p>
      <p>{failureText(error, subscriptionTexts)}</p>
    </LoadFailure>
  );
}
