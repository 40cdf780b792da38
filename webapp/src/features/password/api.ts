// The calls about a password: requesting the mail when it is forgotten, setting a new one with the mail's token, and
// changing it with the current one.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { acknowledgement } from '@/api/schemas.ts';
import type { PasswordChange } from './newPassword.ts';

export function requestReset(email: string) {
  return call('/users/forgot_password', {
    method: 'POST',
    withToken: false,
    schema: acknowledgement,
    body: { email },
  });
}

export const resetAccountResponse = z.object({ email: z.optional(z.nullable(z.string())) });

/** Whose password a link of a mail changes, where it works; it stays unused. */
export const resetAccountQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: async ({ signal }) => {
      const response = await call('/users/reset_password/account', {
        method: 'POST',
        withToken: false,
        schema: resetAccountResponse,
        body: { token },
        signal,
      });
      return response.email ?? null;
    },
    // Neither the token nor the address stays behind.
    gcTime: 0,
  });

export function resetPassword(token: string, password: string) {
  return call('/users/reset_password', {
    method: 'POST',
    withToken: false,
    schema: acknowledgement,
    body: { token, password },
  });
}

export const changeResponse = z.object({ access_token: z.string().check(z.minLength(1)) });

/** The token that replaces the session's own, which has ended. */
export async function changePassword({ current, password }: PasswordChange): Promise<string> {
  const response = await call('/users/me/password', {
    method: 'POST',
    schema: changeResponse,
    body: { current, new: password },
  });
  return response.access_token;
}
