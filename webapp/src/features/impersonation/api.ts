// Exchanges the two tokens of an operator's link for a session.
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';

export const linkResponse = z.object({ access_token: z.string().check(z.minLength(1)), email: z.string() });

export interface LinkTokens {
  readonly id: string;
  readonly login: string;
}

export function exchangeLink({ id, login }: LinkTokens): Promise<z.infer<typeof linkResponse>> {
  return call('/token/login', {
    method: 'POST',
    withToken: false,
    schema: linkResponse,
    body: { id_token: id, login_token: login },
  });
}
