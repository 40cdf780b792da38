// A fake of the server's side of an operator's passkeys.
import type { OwnPasskey } from '../../src/operator/api/generated/OwnPasskey.ts';
import { fail, type Routes } from '../mockResponse.ts';

/** The challenge is the text `challenge` in base64url, the user's id is `esra`. */
const challenge = (options: object) => ({
  body: { challenge: 'sealed', options: { challenge: 'Y2hhbGxlbmdl', ...options } },
});

export function createPasskeys(): Routes {
  let passkeys: OwnPasskey[] = [
    {
      id: '018f5d0a-0000-7000-8000-00000000b001',
      name: 'Firefox 145 on Linux',
      created_at: '2026-11-20T10:00:00+01:00',
      last_used_at: '2026-11-25T08:31:00+01:00',
    },
  ];
  return {
    'GET /account/passkeys': () => ({ body: { available: true, passkeys, accepted: null } }),
    'POST /account/passkeys/begin': () =>
      challenge({
        user: { id: 'ZXNyYQ', name: 'esra@fairway.example', displayName: 'Esra Kaya (operator)' },
        rp: { id: 'localhost', name: 'Fairway' },
      }),
    'POST /account/passkeys': ({ body }) => {
      const id = `018f5d0a-0000-7000-8000-00000000b00${passkeys.length + 1}`;
      const added = { created_at: '2026-11-25T11:04:03+01:00', last_used_at: null };
      passkeys = [...passkeys, { id, name: String(body['name']), ...added }];
      return { body: {} };
    },
    'POST /account/passkeys/remove': ({ body }) => {
      if (passkeys.every(({ id }) => id !== body['id']))
        return fail(404, 'This passkey was removed already.');
      passkeys = passkeys.filter(({ id }) => id !== body['id']);
      return { body: {} };
    },
    'POST /login/passkey/begin': () => challenge({ rpId: 'localhost' }),
    'POST /session/confirm': () => ({ body: {} }),
  };
}
