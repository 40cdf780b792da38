// The calls of a log-in without a password: with a passkey, and with a link of a mail.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { signWithPasskey } from '@/ui/webauthn.ts';

const bytes = z.string().check(z.minLength(1));

export const loginChallenge = z.object({
  challenge: bytes,
  /** For the browser, as the W3C describes them. */
  options: z.record(z.string(), z.unknown()),
});
export const passkeyLoginResponse = z.object({ access_token: bytes });
export const linkLoginResponse = z.object({ access_token: bytes, email: z.string() });

/** Without `request`, a server of the former release: its mail has no code. */
export const linkRequestedResponse = z.object({ request: z.optional(bytes) });
export const linkAccountResponse = z.object({ email: z.string() });

interface Answer {
  readonly challenge: string;
  readonly credential: unknown;
}

/** What the device signs. With `signal` the browser offers passkeys until it is aborted. */
export async function chooseAndSign(signal?: AbortSignal): Promise<Answer> {
  const { challenge, options } = await call('/users/login/passkey/begin', {
    method: 'POST',
    withToken: false,
    schema: loginChallenge,
    body: {},
  });
  return { challenge, credential: await signWithPasskey(options, signal) };
}

/** The token of a session. */
export async function requestTokenWith(answer: Answer): Promise<string> {
  const response = await call('/users/login/passkey', {
    method: 'POST',
    withToken: false,
    schema: passkeyLoginResponse,
    body: answer,
  });
  return response.access_token;
}

export function requestLoginLink(email: string) {
  return call('/users/login_link', {
    method: 'POST',
    withToken: false,
    schema: linkRequestedResponse,
    body: { email },
  });
}

/** Whom a link of a mail logs in; it stays unused. */
export const linkAccountQuery = (token: string) =>
  queryOptions({
    queryKey: ['login-link', token],
    queryFn: async ({ signal }) => {
      const response = await call('/users/login/link/account', {
        method: 'POST',
        withToken: false,
        schema: linkAccountResponse,
        body: { token },
        signal,
      });
      return response.email;
    },
    // Neither the token nor the address stays behind.
    gcTime: 0,
  });

export function redeemLoginLink(token: string) {
  return call('/users/login/link', {
    method: 'POST',
    withToken: false,
    schema: linkLoginResponse,
    body: { token },
  });
}

/** The code of the mail, where its link was asked for; `request` is what that was answered with. */
export function redeemLoginCode(request: string, code: string) {
  return call('/users/login/code', {
    method: 'POST',
    withToken: false,
    schema: linkLoginResponse,
    body: { request, code },
  });
}
