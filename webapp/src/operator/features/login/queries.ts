// Logging in. The answer is the session, which the router reads from the cache.
import type { QueryClient } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import type { OperatorPasskeyAnswer } from '../../api/generated/OperatorPasskeyAnswer.ts';
import { SessionAnswer } from '../../api/generated/SessionAnswer.ts';
import { resumeSession, startSession } from '../../api/session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Null until the server has asked for it. */
  readonly code: string | null;
}

/** Either logs in. */
export type Proof = Credentials | OperatorPasskeyAnswer;

const begun = (proof: Proof) =>
  post('challenge' in proof ? '/login/passkey/finish' : '/login', proof, SessionAnswer);

export async function logIn(queryClient: QueryClient, proof: Proof): Promise<void> {
  startSession(queryClient, await begun(proof));
}

/** Over a screen whose session has ended; false when it was another operator's. */
export async function logInAgain(queryClient: QueryClient, proof: Proof): Promise<boolean> {
  return resumeSession(queryClient, await begun(proof));
}
