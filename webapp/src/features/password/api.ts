// The two calls of a forgotten password: asking for the mail, and setting a new one with its token.
import { call } from '@/api/client.ts';
import { acknowledgement } from '@/api/schemas.ts';

export function requestReset(email: string) {
  return call('/users/forgot_password', {
    method: 'POST',
    withToken: false,
    schema: acknowledgement,
    body: { email },
  });
}

export function resetPassword(token: string, password: string) {
  return call('/users/reset_password', {
    method: 'POST',
    withToken: false,
    schema: acknowledgement,
    body: { token, password },
  });
}
