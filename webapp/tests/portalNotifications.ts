// The routes of the fake portal for what the member wants to be told.
import { invalid, ok, type Routes } from './mockResponse.ts';

export function notificationRoutes(): Routes {
  let kinds = ['round_booked', 'round_changed', 'round_cancelled', 'reminder', 'waiting_list'].map(
    (kind) => ({
      kind,
      mail: true,
      push: true,
    }),
  );
  return {
    'GET /users/me/notifications': () => ok({ data: { kinds } }),
    'POST /users/me/notifications': ({ body: { kind, mail, push } }) => {
      if (!kinds.some((one) => one.kind === kind)) {
        return invalid({ kind: 'Het veld kind heeft een ongeldige waarde.' });
      }
      kinds = kinds.map((one) =>
        one.kind === kind ? { kind: one.kind, mail: mail === true, push: push === true } : one,
      );
      return ok();
    },
  };
}
