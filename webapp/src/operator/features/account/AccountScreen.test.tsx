import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OwnSessionEntry } from '../../api/generated/OwnSessionEntry.ts';
import { loggedIn, openScreen, refusal, type Answers } from '../login/openScreen.test.support.tsx';

const at = '2026-11-25T11:04:03+01:00';
const ownSession = (id: string, browser: string, is_current = false): OwnSessionEntry => ({
  id,
  browser,
  is_current,
  created_at: at,
  last_seen_at: at,
});
/** What one logs in with: nothing that these tests are about. */
const proofs: Answers = {
  'GET /account': () => ({ body: { has_second_factor: true, recovery_codes_left: 7 } }),
};
const three = [
  ownSession('1', 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0', true),
  ownSession(
    '2',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
  ),
  ownSession(
    '3',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  ),
];

test('says who one is, and what each role may do', async () => {
  openScreen('/account', {
    ...loggedIn('support', 'admin'),
    ...proofs,
    'GET /sessions': () => ({ body: { sessions: three } }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Your account' });
  expect(screen.getByText('olga@fairway.example')).toBeVisible();
  expect(screen.getByText('Yes: an authenticator app.')).toBeVisible();
  expect(screen.getByText(/explains why a booking is refused/)).toBeVisible();
  expect(screen.getByText(/Adds and disables operators/)).toBeVisible();
  expect(screen.queryByText(/Changes nothing/)).toBeNull();
  const current = await screen.findByRole('row', { name: /Firefox 151 on Linux/ });
  expect(within(current).getByText('this session')).toBeVisible();
  expect(within(current).queryByRole('button')).toBeNull();
  expect(within(current).getAllByText('25 Nov 2026 11:04:03')).toHaveLength(2);
});

test('ends one session, then all others, and never the current one', async () => {
  let sessions = [...three, ownSession('4', 'Edge on Windows')];
  const { bodiesOf } = openScreen('/account', {
    ...loggedIn('auditor'),
    ...proofs,
    'GET /sessions': () => ({ body: { sessions } }),
    'POST /sessions/end': ({ body }) => {
      sessions = sessions.filter(({ id }) => id !== (body as { id: string }).id);
      return { status: 204 };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'End this session: Chrome 146 on Android' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Chrome 146 on Android/ })).toBeNull());
  expect(bodiesOf('POST /sessions/end')).toEqual([{ id: '2' }]);

  await user.click(screen.getByRole('button', { name: 'End all others (2)' }));
  expect(await screen.findByText('You are logged in nowhere else.')).toBeVisible();
  expect(bodiesOf('POST /sessions/end')).toEqual([{ id: '2' }, { id: '3' }, { id: '4' }]);
});

test('a session that could not be ended stays, with the reason', async () => {
  openScreen('/account', {
    ...loggedIn('auditor'),
    ...proofs,
    'GET /sessions': () => ({ body: { sessions: three } }),
    'POST /sessions/end': () => refusal(500, 'The session could not be ended.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'End this session: Safari 19 on macOS' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The session could not be ended.');
  expect(screen.getByRole('row', { name: /Safari 19 on macOS/ })).toBeVisible();
});

test('a session that has ended meanwhile leaves none of the others open', async () => {
  let sessions = [...three, ownSession('4', 'Edge on Windows')];
  const { bodiesOf } = openScreen('/account', {
    ...loggedIn('auditor'),
    ...proofs,
    'GET /sessions': () => ({ body: { sessions } }),
    'POST /sessions/end': ({ body }) => {
      const { id } = body as { id: string };
      sessions = sessions.filter((session) => session.id !== id);
      return id === '2' ? refusal(404, 'You have no such session.') : { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'End all others (3)' }));
  expect(await screen.findByText('You are logged in nowhere else.')).toBeVisible();
  expect(bodiesOf('POST /sessions/end')).toEqual([{ id: '2' }, { id: '3' }, { id: '4' }]);
});
