// The calls of logging in and out.
import { call } from '@/api/client.ts';
import { LoginAnswer } from '@/api/generated/LoginAnswer.ts';

// Public: the secret identifies this app and protects nothing, since anyone can read it.
const CLIENT_ID = import.meta.env.VITE_CLIENT_ID ?? 'fairway-webapp';
const CLIENT_SECRET = import.meta.env.VITE_CLIENT_SECRET ?? 'fairway-webapp-public';

export async function requestToken(username: string, password: string): Promise<string> {
  const response = await call('/users/login', {
    method: 'POST',
    withToken: false,
    schema: LoginAnswer,
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
  return call('/users/logout', { method: 'POST', token });
}
