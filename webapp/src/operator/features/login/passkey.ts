// A device with a passkey answers a challenge: for a log-in, and to confirm a session.
import { ApiError } from '@/api/error.ts';
import { isCancelled, isKnownAlready, signWithPasskey } from '@/ui/webauthn.ts';
import { post } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import type { OperatorPasskeyAnswer } from '../../api/generated/OperatorPasskeyAnswer.ts';
import { OperatorPasskeyChallenge } from '../../api/generated/OperatorPasskeyChallenge.ts';

export async function answerWithPasskey(): Promise<OperatorPasskeyAnswer> {
  const { challenge, options } = await post('/login/passkey/begin', {}, OperatorPasskeyChallenge);
  return { challenge, credential: (await signWithPasskey(options)) as OperatorPasskeyAnswer['credential'] };
}

/** The browser's refusals have no sentence of the server. */
export function passkeyFailure(error: Error): string {
  if (isKnownAlready(error)) return 'This device has a passkey of your account already.';
  if (isCancelled(error)) return 'No passkey was used. Try again, or go on without one.';
  return (error instanceof ApiError && error.fields['factor']) || failureText(error);
}
