// The sentence about a passkey that was not used or not added. The browser's refusals have none of the server.
import { isCancelled, isKnownAlready } from '@/ui/webauthn.ts';
import { failureText } from '../api/failure.ts';

export function passkeyFailure(error: Error): string {
  if (isKnownAlready(error)) return 'Dit toestel heeft al een passkey van je account.';
  if (isCancelled(error)) return 'Er is geen passkey gebruikt. Probeer het opnieuw, of ga verder zonder.';
  return failureText(error);
}
