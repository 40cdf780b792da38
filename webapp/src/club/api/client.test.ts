import { expect, test } from 'vitest';
import { serveClub } from '../../../tests/club/render.tsx';
import { clubPost } from './client.ts';

test('a call without a token asks for one first', async () => {
  const tokens: (string | null)[] = [];
  const clubhouse = serveClub(
    {},
    { 'POST /logout': ({ headers }) => void tokens.push(headers.get('x-csrf-token')) },
  );
  await clubPost(null, '/logout');
  expect(tokens).toEqual(['csrf-1']);
  expect(clubhouse.requests.map(({ call }) => call)).toEqual(['GET /session', 'POST /logout']);
});
