// Logging in. The answer is the session, which the router reads from the cache.
import type { QueryClient } from '@tanstack/react-query';
import { signWithPasskey } from '@/ui/webauthn.ts';
import { clubPost } from '../../api/client.ts';
import type { ClubLogin } from '../../api/generated/ClubLogin.ts';
import { ClubPasskeyChallenge } from '../../api/generated/ClubPasskeyChallenge.ts';
import { ClubSession } from '../../api/generated/ClubSession.ts';
import { startSession } from '../../api/session.ts';

export async function logIn(queryClient: QueryClient, login: ClubLogin): Promise<void> {
  startSession(queryClient, await clubPost(ClubSession, '/login', login));
}

export async function logInWithPasskey(queryClient: QueryClient): Promise<void> {
  const { challenge, options } = await clubPost(ClubPasskeyChallenge, '/login/passkey/begin');
  const credential = await signWithPasskey(options);
  startSession(queryClient, await clubPost(ClubSession, '/login/passkey/finish', { challenge, credential }));
}
