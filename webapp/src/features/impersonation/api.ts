// Exchanges the two tokens of an operator's link for a session.
import { call } from '@/api/client.ts';
import { TokenLoginAnswer } from '@/api/generated/TokenLoginAnswer.ts';

export interface LinkTokens {
  readonly id: string;
  readonly login: string;
}

export function exchangeLink({ id, login }: LinkTokens): Promise<TokenLoginAnswer> {
  return call('/token/login', {
    method: 'POST',
    withToken: false,
    schema: TokenLoginAnswer,
    body: { id_token: id, login_token: login },
  });
}
