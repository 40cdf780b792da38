// The routes of the fake portal for passkeys and the link that logs in.
import { answer, fail, invalid, ok, type Routes } from './mockResponse.ts';

const session = { access_token: 'pretend-token', token_type: 'Bearer', expires_in: 2_592_000 };

/** The challenge is the text `challenge` in base64url, the user's id is `jan`. */
const challenge = (options: object) =>
  ok({ challenge: 'sealed', options: { challenge: 'Y2hhbGxlbmdl', ...options } });

const expiredLink = fail(401, 'Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.');

export function passkeyRoutes(email: string): Routes {
  let passkeys = [
    {
      id: 'phone',
      name: 'Chrome op Android',
      created_at: '2026-11-01T09:30:00Z',
      last_used_at: '2026-11-02T11:15:00Z' as string | null,
    },
  ];
  return {
    'GET /users/me/passkeys': () =>
      ok({
        available: true,
        address: location.origin,
        password_needed: true,
        has_password: true,
        data: passkeys,
        accepted: {
          rpId: 'localhost',
          userId: 'amFu',
          allAcceptedCredentialIds: passkeys.map(({ id }) => id),
        },
      }),
    'POST /users/me/passkeys/begin': ({ body }) =>
      body['password'] === 'fairway-demo'
        ? challenge({
            user: { id: 'amFu', name: email, displayName: 'Jan' },
            rp: { id: 'localhost', name: 'Fairway' },
          })
        : invalid({ password: 'Dit is niet je wachtwoord.' }),
    'POST /users/me/passkeys': ({ body }) => {
      const name = String(body['name']);
      passkeys = [
        ...passkeys,
        { id: `p${passkeys.length}`, name, created_at: '2026-11-03T09:30:00Z', last_used_at: null },
      ];
      return ok();
    },
    'POST /users/me/passkeys/:id/rename': ({ id, body }) => {
      passkeys = passkeys.map((one) => (one.id === id ? { ...one, name: String(body['name']) } : one));
      return ok();
    },
    'POST /users/me/passkeys/:id/remove': ({ id }) => {
      if (!passkeys.some((one) => one.id === id)) return fail(404, 'Deze passkey is al verwijderd.');
      passkeys = passkeys.filter((one) => one.id !== id);
      return ok();
    },
    'POST /users/login/passkey/begin': () => challenge({ rpId: 'localhost' }),
    'POST /users/login/passkey': () => answer(session),
    'POST /users/login_link': () => answer({ success: true, request: 'gevraagd' }),
    'POST /users/login/link/account': ({ body }) =>
      body['token'] === 'goede-token' ? answer({ email }) : expiredLink,
    'POST /users/login/code': ({ body }) =>
      body['request'] === 'gevraagd' && body['code'] === '0123 4567'
        ? answer({ ...session, email })
        : fail(401, 'Deze code klopt niet, of is verlopen of al gebruikt.'),
    'POST /users/login/link': ({ body }) =>
      body['token'] === 'goede-token' ? answer({ ...session, email }) : expiredLink,
  };
}
