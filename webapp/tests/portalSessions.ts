// The routes of the fake portal for the member's own sessions.
import { fail, ok, type Routes } from './mockResponse.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:151.0) Gecko/20100101 Firefox/151.0';

const session = (id: string, browser: string, hour: string) => ({
  id,
  browser,
  created_at: '2026-11-01T09:30:00Z',
  last_seen_at: `2026-11-02T${hour}:15:00Z`,
  is_current: id === 'here',
  is_support: id === 'support',
});

export function sessionRoutes(): Routes {
  let sessions = [
    session('here', FIREFOX, '12'),
    session('phone', CHROME, '11'),
    session('old', '', '10'),
    session('support', '', '09'),
  ];
  return {
    'GET /users/me/sessions': () => ok({ data: sessions }),
    'POST /users/me/sessions/:id/logout': ({ id }) => {
      if (!sessions.some((one) => one.id === id)) return fail(404, 'Dit apparaat is al uitgelogd.');
      sessions = sessions.filter((one) => one.id !== id);
      return ok();
    },
    'POST /users/me/sessions/logout_everywhere': ({ body }) => {
      const kept = body['including_this'] ? [] : sessions.filter(({ is_current }) => is_current);
      const ended = sessions.length - kept.length;
      sessions = kept;
      return ok({ ended });
    },
  };
}
