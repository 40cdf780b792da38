import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { loggedIn, openScreen, refusal, sessionOf, type Answers } from '../login/openScreen.test.support.tsx';

const CODES = Array.from({ length: 10 }, (_, at) => `7K2M${at}-9QDRT`);

function account(more: { readonly hasApp?: boolean; readonly left?: number } = {}): Answers {
  const { hasApp = true, left = 7 } = more;
  return {
    ...loggedIn('support'),
    'GET /account': () => ({ body: { has_second_factor: hasApp, recovery_codes_left: left } }),
    'GET /sessions': () => ({ body: { sessions: [] } }),
  };
}

const button = (name: string) => screen.findByRole('button', { name });

test('the password is changed with the present one; a mistake stands beside its field', async () => {
  const { bodiesOf, sent } = openScreen('/account', {
    ...account(),
    'POST /account/password': ({ body }) =>
      (body as { current: string }).current === 'old meadow at dawn'
        ? { body: {} }
        : refusal(422, 'No.', { current: 'This is not your present password.' }),
  });
  const user = userEvent.setup();
  await user.click(await button('Change the password…'));
  const dialog = within(screen.getByRole('dialog', { name: 'Change your password' }));
  const current = dialog.getByLabelText('Present password');
  expect(current).toHaveFocus();
  expect(dialog.getByLabelText('New password')).toHaveAccessibleDescription(/At least 12 characters/);
  await user.type(current, 'wrong');
  await user.type(dialog.getByLabelText('New password'), 'wonderful green meadow');
  await user.click(dialog.getByRole('button', { name: 'Change the password' }));
  await waitFor(() => expect(current).toHaveAccessibleDescription(/not your present password/));
  expect(current).toHaveFocus();
  await user.clear(current);
  await user.type(current, 'old meadow at dawn');
  await user.click(dialog.getByRole('button', { name: 'Change the password' }));
  expect(await screen.findByText(/Your other sessions have ended/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodiesOf('POST /account/password').at(-1)).toEqual({
    current: 'old meadow at dawn',
    new: 'wonderful green meadow',
  });
  await waitFor(() => expect(sent.at(-1)?.call).toBe('GET /sessions'));
});

test('a new app is in use after a right code, and the session knows it', async () => {
  let hasApp = false;
  const { bodiesOf } = openScreen('/account', {
    'GET /session': () => ({ body: { ...sessionOf('support'), has_second_factor: hasApp } }),
    'GET /account': () => ({ body: { has_second_factor: hasApp, recovery_codes_left: 0 } }),
    'GET /sessions': () => ({ body: { sessions: [] } }),
    'POST /account/app/begin': () => ({
      body: { secret: 'JBSW Y3DP', uri: 'otpauth://totp/x', qr_svg: '<svg/>', enrolment: 'c2Vj' },
    }),
    'POST /account/app': ({ body }) => {
      if ((body as { code: string }).code !== '123456')
        return refusal(422, 'No.', { code: 'This code is not right.' });
      hasApp = true;
      return { body: {} };
    },
  });
  const user = userEvent.setup();
  expect(await screen.findByText('Set up an authenticator app first.')).toBeVisible();
  expect(await button('Make new codes…')).toBeDisabled();
  await user.click(await button('Set up an app…'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
  expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(dialog.getByText('JBSW Y3DP')).toBeVisible();
  const code = dialog.getByLabelText('6-digit code');
  await user.type(code, '111111');
  await user.click(dialog.getByRole('button', { name: 'Use this app' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription(/not right/));
  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(dialog.getByRole('button', { name: 'Use this app' }));
  expect(await screen.findByText(/The new app is in use/)).toBeVisible();
  expect(screen.getByText('Yes: an authenticator app.')).toBeVisible();
  expect(await button('Set up another app…')).toBeVisible();
  expect(bodiesOf('POST /account/app').at(-1)).toEqual({ code: '123456', enrolment: 'c2Vj' });
});

beforeEach(() => vi.restoreAllMocks());

test('new codes are shown once, copied, printed and saved as text', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:codes';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  let left = 7;
  openScreen('/account', {
    ...account(),
    'GET /account': () => ({ body: { has_second_factor: true, recovery_codes_left: left } }),
    'POST /account/recovery-codes': () => {
      left = 10;
      return { body: { codes: CODES } };
    },
  });
  const user = userEvent.setup();
  expect(await screen.findByText(/7 of 10 left/)).toBeVisible();
  await user.click(await button('Make new codes…'));
  const dialog = within(screen.getByRole('dialog', { name: 'Make new recovery codes' }));
  expect(dialog.getByText('The codes that you have now no longer work.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Make new codes' }));
  const region = within(await screen.findByRole('region', { name: 'Your new recovery codes' }));
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
  expect(region.getByText(/Of olga@fairway\.example/)).toHaveFocus();

  await user.click(region.getByRole('button', { name: 'Copy' }));
  expect(await region.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
  await user.click(region.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(screen.getByRole('region', { name: 'Olga Smit' })).toHaveClass('screen-only');
  expect(screen.getByRole('region', { name: 'Your sessions' })).toHaveClass('screen-only');
  await user.click(region.getByRole('button', { name: 'Download as text' }));
  expect(names).toEqual(['fairway-recovery-codes.txt']);
  const text = await files[0]!.text();
  expect(text).toContain('olga@fairway.example');
  expect(text.trimEnd().split('\n').slice(-10)).toEqual(CODES);

  await user.click(region.getByRole('button', { name: 'I have stored them' }));
  expect(screen.queryByText('7K2M0-9QDRT')).toBeNull();
  expect(await screen.findByText(/10 of 10 left/)).toBeVisible();
});

test('the first codes need no question, and a refusal is shown', async () => {
  let isRefused = true;
  openScreen('/account', {
    ...account({ left: 0 }),
    'POST /account/recovery-codes': () =>
      isRefused ? refusal(503, 'The portal cannot answer.') : { body: { codes: CODES } },
  });
  const user = userEvent.setup();
  await user.click(await button('Make new codes…'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal cannot answer.');
  isRefused = false;
  await user.click(await button('Make new codes…'));
  expect(await screen.findByText('7K2M0-9QDRT')).toBeVisible();
});

test('a node of the release before, which knows no such account, is no failure', async () => {
  openScreen('/account', { ...account(), 'GET /account': () => refusal(404, 'There is nothing here.') });
  expect(await screen.findByText(/The portal is being renewed/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
