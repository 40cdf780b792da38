// The calls about a password: requesting the mail when it is forgotten, setting a new one with the mail's token, and
// changing it with the current one.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { PasswordChangedAnswer } from '@/api/generated/PasswordChangedAnswer.ts';
import { ResetAccount } from '@/api/generated/ResetAccount.ts';
import type { PasswordChange } from './newPassword.ts';

export function requestReset(email: string) {
  return call('/users/forgot_password', {
    method: 'POST',
    withToken: false,
    body: { email },
  });
}

/** The account whose password a link of a mail changes, where it works; the link stays unused. */
export const resetAccountQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: async ({ signal }) => {
      const response = await call('/users/reset_password/account', {
        method: 'POST',
        withToken: false,
        schema: ResetAccount,
        body: { token },
        signal,
      });
      return response.email;
    },
    // Neither the token nor the address stays behind.
    gcTime: 0,
  });

export function resetPassword(token: string, password: string) {
  return call('/users/reset_password', {
    method: 'POST',
    withToken: false,
    body: { token, password },
  });
}

/** The token that replaces the session's own, which has ended. */
export async function changePassword({ current, password }: PasswordChange): Promise<string> {
  const response = await call('/users/me/password', {
    method: 'POST',
    schema: PasswordChangedAnswer,
    body: { current, new: password },
  });
  return response.access_token;
}
