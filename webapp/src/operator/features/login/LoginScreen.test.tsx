import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreen, refusal, sessionOf, type Answers } from './openScreen.test.support.tsx';
import { retryText } from './retryText.ts';
import { safeReturn } from '@/ui/safeReturn.ts';

const ASKS_CODE = 'Enter the 6 digits that your authenticator app shows.';

async function enter(password: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail address'), 'olga@fairway.example');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  return user;
}

test('asks for the code only when the server does, keeps the password, and goes back to where one was', async () => {
  let isLoggedIn = false;
  const answers: Answers = {
    'GET /session': () => (isLoggedIn ? { body: sessionOf('admin') } : refusal(401, 'Log in.')),
    'GET /sessions': () => ({ body: { sessions: [] } }),
    'POST /login': ({ body }) => {
      const { code } = body as { code: string | null };
      if (code === null) return refusal(401, 'Not yet.', { code: ASKS_CODE });
      if (code !== '123456') return refusal(401, 'No.', { code: 'This code is not right.' });
      isLoggedIn = true;
      return { body: sessionOf('admin') };
    },
  };
  const { router, bodiesOf } = openScreen('/account', answers);
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(screen.queryByLabelText('6-digit code')).toBeNull();

  const user = await enter('correct horse battery');
  const code = await screen.findByLabelText('6-digit code');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('inputmode', 'numeric');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAccessibleDescription(ASKS_CODE);
  // To be asked for the code is no failure.
  expect(screen.queryByRole('alert')).toBeNull();
  expect(code).not.toHaveAttribute('aria-invalid');

  await user.type(code, '111 111');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription('This code is not right.'));
  expect(code).toHaveAttribute('aria-invalid', 'true');
  expect(code).toHaveFocus();

  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('heading', { level: 1, name: 'Your account' });
  expect(router.state.location.pathname).toBe('/account');
  expect(bodiesOf('POST /login')).toEqual(
    [null, '111111', '123456'].map((code) => ({
      email: 'olga@fairway.example',
      password: 'correct horse battery',
      code,
    })),
  );
});

test('without the telephone a recovery code logs in', async () => {
  let isLoggedIn = false;
  const { bodiesOf } = openScreen('/account', {
    'GET /session': () => (isLoggedIn ? { body: sessionOf('admin') } : refusal(401, 'Log in.')),
    'GET /account': () => ({ body: { has_second_factor: true, recovery_codes_left: 9 } }),
    'GET /sessions': () => ({ body: { sessions: [] } }),
    'POST /login': ({ body }) => {
      const { code } = body as { code: string | null };
      if (code === null) return refusal(401, 'Not yet.', { code: ASKS_CODE });
      if (!code.startsWith('7K2MX')) return refusal(401, 'No.', { code: 'This recovery code is not right.' });
      isLoggedIn = true;
      return { body: sessionOf('admin') };
    },
  });
  const user = await enter('correct horse battery');
  await user.click(await screen.findByRole('button', { name: 'No telephone? Use a recovery code' }));
  expect(screen.queryByLabelText('6-digit code')).toBeNull();
  const code = screen.getByLabelText('Recovery code');
  expect(code).toHaveFocus();
  expect(code).toHaveAccessibleDescription(/It works once/);
  await user.type(code, '00000-00000');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription('This recovery code is not right.'));
  expect(code).toHaveFocus();
  await user.clear(code);
  await user.type(code, '7K2MX 9QDRT');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('heading', { level: 1, name: 'Your account' });
  const codes = bodiesOf('POST /login').map((body) => (body as { code: string | null }).code);
  expect(codes).toEqual([null, '00000-00000', '7K2MX9QDRT']);
});

test('back from the recovery code the app is asked for, without the mistake in the other', async () => {
  openScreen('/login', {
    'GET /session': () => refusal(401, 'Log in.'),
    'POST /login': ({ body }) => {
      const { code } = body as { code: string | null };
      return refusal(401, 'No.', { code: code === null ? ASKS_CODE : 'This recovery code is not right.' });
    },
  });
  const user = await enter('correct horse battery');
  await user.click(await screen.findByRole('button', { name: 'No telephone? Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), '00000-00000');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByText('This recovery code is not right.');
  await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
  const app = screen.getByLabelText('6-digit code');
  expect(app).toHaveFocus();
  expect(app).toHaveValue('');
  expect(app).toHaveAccessibleDescription(ASKS_CODE);
});

test('shows the sentence of a refusal, and when to try again', async () => {
  openScreen('/login', {
    'POST /login': () => ({
      ...refusal(429, 'Too many attempts to log in.'),
      headers: { 'retry-after': '300' },
    }),
  });
  await enter('wrong');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Too many attempts to log in.');
  expect(alert).toHaveTextContent('Wait 5 minutes, then try again.');
});

test('the button shows the password', async () => {
  openScreen('/login', {});
  const password = await screen.findByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true');
});

test.each([
  ['/why?member=a%40b.example#x', '/why?member=a%40b.example#x'],
  [undefined, '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['/login?back=/x', '/'],
  ['/setup', '/'],
])('a log-in returns from %s to %s', (path, expected) => {
  expect(safeReturn(path)).toBe(expected);
});

test('says when to try again in whole seconds or minutes', () => {
  expect([1, 45, 90, 121, undefined].map(retryText)).toEqual([
    'Wait 1 second, then try again.',
    'Wait 45 seconds, then try again.',
    'Wait 2 minutes, then try again.',
    'Wait 3 minutes, then try again.',
    'Wait a few minutes, then try again.',
  ]);
});
