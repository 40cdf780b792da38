// The routes of the fake portal for news on devices.
import { createHash } from 'node:crypto';
import { fail, ok, type Routes } from './mockResponse.ts';

/** A point of P-256, as the server's key is one. */
const PUBLIC_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const id = '0199d0a0-0000-7000-8000-00000000000';

export function pushRoutes(): Routes {
  let devices = [
    {
      id: `${id}1`,
      fingerprint: createHash('sha256').update('https://push.test/elsewhere').digest('hex'),
      browser: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:151.0) Gecko/20100101 Firefox/151.0',
      shows_details: false,
      is_of_this_session: false,
      created_at: '2026-11-01T09:30:00Z',
      last_used_at: null,
    },
  ];
  return {
    'GET /users/me/push': () => ok({ data: { public_key: PUBLIC_KEY, devices } }),
    'POST /users/me/push': ({ body }) => {
      const added = `${id}${devices.length + 1}`;
      const fingerprint = createHash('sha256').update(String(body['endpoint'])).digest('hex');
      const browser =
        'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36';
      devices = [
        ...devices.filter((device) => device.fingerprint !== fingerprint),
        {
          id: added,
          fingerprint,
          browser,
          shows_details: false,
          is_of_this_session: true,
          created_at: '2026-11-03T09:30:00Z',
          last_used_at: null,
        },
      ];
      return ok({ id: added });
    },
    'POST /users/me/push/:id': ({ id: of, body }) => {
      devices = devices.map((one) =>
        one.id === of ? { ...one, shows_details: body['shows_details'] === true } : one,
      );
      return ok();
    },
    'POST /users/me/push/:id/remove': ({ id: of }) => {
      if (!devices.some((one) => one.id === of))
        return fail(404, 'Dit apparaat krijgt al geen meldingen meer.');
      devices = devices.filter((one) => one.id !== of);
      return ok();
    },
  };
}
