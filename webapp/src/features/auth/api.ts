// The calls of logging in and out.
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { acknowledgement } from '@/api/schemas.ts';

// Public: the secret identifies this app and protects nothing, since anyone can read it.
const CLIENT_ID = import.meta.env.VITE_CLIENT_ID ?? 'fairway-webapp';
const CLIENT_SECRET = import.meta.env.VITE_CLIENT_SECRET ?? 'fairway-webapp-public';

export const loginResponse = z.object({ access_token: z.string().check(z.minLength(1)) });

export async function requestToken(username: string, password: string): Promise<string> {
  const response = await call('/users/login', {
    method: 'POST',
    withToken: false,
    schema: loginResponse,
    body: {
      grant_type: 'password',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      username,
      password,
    },
  });
  return response.access_token;
}

export function revokeToken(token: string): Promise<unknown> {
  return call('/users/logout', { method: 'POST', schema: acknowledgement, token });
}
