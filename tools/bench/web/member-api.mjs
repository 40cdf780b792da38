// A session of a member of the demo data for what a journey needs and leaves.
import { randomUUID } from 'node:crypto';

export const PASSWORD = 'fairway-demo';
const SIZE = { width: 390, height: 844 };

export async function logInToApi(portal, email) {
  const post = (path, body, headers = {}) =>
    fetch(`${portal}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const login = await post('/users/login', {
    grant_type: 'password',
    client_id: 'fairway-webapp',
    client_secret: 'fairway-webapp-public',
    username: email,
    password: PASSWORD,
  });
  const headers = { authorization: `Bearer ${(await login.json()).access_token}` };
  const upcoming = async () => (await (await fetch(`${portal}/api/reservations`, { headers })).json()).data;
  return {
    upcoming,
    async cancelAll() {
      for (const { reservation_id } of await upcoming()) {
        await post(`/reservations/${reservation_id}/cancel`, {}, headers);
      }
    },
    /** The days on which the group can play, earliest first. */
    async freeDays(group) {
      const { data } = await (await post('/reservations/availability', group, headers)).json();
      return Object.keys(data)
        .toSorted()
        .filter((day) => data[day].reservable);
    },
    async book(group, date) {
      const order = { ...group, date, windowSize: { browser: SIZE, device: SIZE } };
      const booked = await post('/reservations', order, { ...headers, 'idempotency-key': randomUUID() });
      if (!booked.ok) throw new Error(`no round: ${await booked.text()}`);
    },
  };
}
