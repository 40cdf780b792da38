// The calls about a new e-mail address: asking for it, seeing whose link of a mail it is, and using the link.
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client.ts';
import { EmailChanged } from '@/api/generated/EmailChanged.ts';
import { EmailLinkAccount } from '@/api/generated/EmailLinkAccount.ts';

export interface NewEmail {
  readonly email: string;
  readonly password: string;
}

export function askForEmail(body: NewEmail) {
  return call('/users/me/email', { method: 'POST', body });
}

/** The account whose address a link changes; the link stays unused. */
export const emailLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-link', token],
    queryFn: ({ signal }) =>
      call('/users/email/account', {
        method: 'POST',
        withToken: false,
        schema: EmailLinkAccount,
        body: { token },
        signal,
      }),
    staleTime: Infinity,
    // Neither the token nor the addresses stay behind.
    gcTime: 0,
  });

/** The address with which the member logs in from now on. */
export async function confirmEmail(token: string, password: string): Promise<string> {
  const response = await call('/users/email', {
    method: 'POST',
    withToken: false,
    schema: EmailChanged,
    body: { token, ...(password ? { password } : {}) },
  });
  return response.email;
}
