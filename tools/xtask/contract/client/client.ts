// The code of a client that is written from docs/openapi.json alone. It is compiled and never run.

import createClient from 'openapi-fetch';

import type { components, paths } from './api';

const portal = createClient<paths>({ baseUrl: 'http://127.0.0.1:8080' });

export async function logIn(username: string, password: string): Promise<string> {
  const { data, error } = await portal.POST('/api/users/login', {
    body: { grant_type: 'password', client_id: 'fairway-webapp', client_secret: 'public', username, password },
  });
  if (error) throw new Error(error.error);
  return data.access_token;
}

export async function book(players: string[], date: string): Promise<string> {
  const { data, error } = await portal.POST('/api/reservations', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { holes: 18, golfclub: 'essenlaan-haren', players, date },
  });
  if (error) throw new Error(Object.values(error.errors ?? {})[0] ?? error.error);
  return data.reservation_id;
}

export async function history(limit: number): Promise<components['schemas']['Reservation'][]> {
  const { data } = await portal.GET('/api/reservations/history', { params: { query: { limit } } });
  return data?.data ?? [];
}

export async function rightsOf(email: string): Promise<string | undefined> {
  const { data } = await portal.POST('/api/reservations/players/check', { body: { email } });
  return data?.playrights?.reason;
}

export async function saveHandicap(handicap: number | string | null): Promise<boolean> {
  const { response } = await portal.POST('/api/users/me/profile', { body: { handicap } });
  return response.ok;
}

export async function pay(returnUrl: string): Promise<(string | undefined)[]> {
  const order = { quantity: 1, holes: 9, returnUrl } as const;
  const byMethod = await portal.POST('/api/freevoucher/pay', { body: { ...order, method: 'ideal' } });
  const byBank = await portal.POST('/api/freevoucher/pay', { body: { ...order, issuer: 'ideal_INGBNL2A' } });
  // @ts-expect-error: neither method nor bank
  await portal.POST('/api/freevoucher/pay', { body: order });
  return [byMethod, byBank].map(({ data }) => data?.paymentUrl);
}

export async function cancel(id: string): Promise<void> {
  await portal.POST('/api/reservations/{id}/cancel', { params: { path: { id } } });
  // @ts-expect-error: no such operation
  await portal.GET('/api/reservations/{id}/cancel', { params: { path: { id } } });
}

// @ts-expect-error: a round has 9 or 18 holes
export const length: components['schemas']['RoundLength'] = 11;
// @ts-expect-error: a kind that no line has
export const kind: components['schemas']['LineKind'] = 'geleend';
