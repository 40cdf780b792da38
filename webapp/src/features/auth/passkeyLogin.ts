// The calls of a log-in without a password: with a passkey, and with a link of a mail.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { LinkAccount } from '@/api/generated/LinkAccount.ts';
import { LinkLoginAnswer } from '@/api/generated/LinkLoginAnswer.ts';
import { LinkRequested } from '@/api/generated/LinkRequested.ts';
import { LoginAnswer } from '@/api/generated/LoginAnswer.ts';
import { PasskeyChallenge } from '@/api/generated/PasskeyChallenge.ts';
import { signWithPasskey } from '@/ui/webauthn.ts';

interface Answer {
  readonly challenge: string;
  readonly credential: unknown;
}

/** The signed answer of the device. With `signal` the browser offers passkeys until it is aborted. */
export async function chooseAndSign(signal?: AbortSignal): Promise<Answer> {
  const { challenge, options } = await call('/users/login/passkey/begin', {
    method: 'POST',
    withToken: false,
    schema: PasskeyChallenge,
    body: {},
  });
  return { challenge, credential: await signWithPasskey(options, signal) };
}

/** The token of a session. */
export async function requestTokenWith(answer: Answer): Promise<string> {
  const response = await call('/users/login/passkey', {
    method: 'POST',
    withToken: false,
    schema: LoginAnswer,
    body: answer,
  });
  return response.access_token;
}

export function requestLoginLink(email: string) {
  return call('/users/login_link', {
    method: 'POST',
    withToken: false,
    schema: LinkRequested,
    body: { email },
  });
}

/** The e-mail address of the account that a link of a mail logs in; the link stays unused. */
export const linkAccountQuery = (token: string) =>
  queryOptions({
    queryKey: ['login-link', token],
    queryFn: async ({ signal }) => {
      const response = await call('/users/login/link/account', {
        method: 'POST',
        withToken: false,
        schema: LinkAccount,
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
    schema: LinkLoginAnswer,
    body: { token },
  });
}

/** Logs in with the code of the mail on the device that asked for it; `request` is the id that the device got then. */
export function redeemLoginCode(request: string, code: string) {
  return call('/users/login/code', {
    method: 'POST',
    withToken: false,
    schema: LinkLoginAnswer,
    body: { request, code },
  });
}
