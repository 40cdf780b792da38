import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreen, refusal } from '../login/openScreen.test.support.tsx';

const begun = {
  name: 'Olga Smit',
  email: 'olga@fairway.example',
  secret: 'JBSW Y3DP EHPK 3PXP',
  uri: 'otpauth://totp/Fairway:olga',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0#"/></svg>',
  enrolment: 'c2VjcmV0',
};

test('reads the token once, removes it from the address, and sets password and code', async () => {
  let attempts = 0;
  const { history, bodiesOf } = openScreen('/setup#token-of-olga', {
    'POST /setup/begin': () => ({ body: begun }),
    'POST /setup': () => {
      attempts += 1;
      if (attempts > 1) return { status: 204 };
      return refusal(422, 'Not all is right.', {
        password: 'This password is on a list of leaked ones.',
        code: 'This code is not right.',
      });
    },
  });
  await screen.findByText('JBSW Y3DP EHPK 3PXP');
  expect(history.location.href).toBe('/operator/setup');
  expect(screen.getByText('Olga Smit')).toBeVisible();
  expect(screen.getByText(/olga@fairway\.example/)).toBeVisible();
  const source = screen.getByRole('img', { name: /QR code/ }).getAttribute('src') ?? '';
  expect(source).toMatch(/^data:image\/svg\+xml;utf8,/);
  expect(decodeURIComponent(source)).toContain(begun.qr_svg);

  const user = userEvent.setup();
  const password = screen.getByLabelText('New password');
  expect(password).toHaveAccessibleDescription(/At least 12 characters/);
  await user.type(password, 'wonderful green meadow');
  await user.type(screen.getByLabelText('6-digit code'), '123 456');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(password).toHaveAccessibleDescription(/on a list of leaked ones/));
  expect(password).toHaveFocus();
  expect(screen.getByLabelText('6-digit code')).toHaveAccessibleDescription(/This code is not right/);

  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('link', { name: 'Go to the log-in' })).toHaveAttribute(
    'href',
    '/operator/login',
  );
  // Each call of begin makes another secret: one only, in strict mode too.
  expect(bodiesOf('POST /setup/begin')).toEqual([{ token: 'token-of-olga' }]);
  expect(bodiesOf('POST /setup').at(-1)).toEqual({
    token: 'token-of-olga',
    password: 'wonderful green meadow',
    code: '123456',
    enrolment: 'c2VjcmV0',
  });
});

test('an expired link says to ask an admin for a new one', async () => {
  openScreen('/setup#old', { 'POST /setup/begin': () => refusal(404, 'This link has expired.') });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('This link has expired.');
  expect(alert).toHaveTextContent('Ask an admin for a new one.');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('an address without a token asks the server nothing', async () => {
  const { sent } = openScreen('/setup', {});
  expect(await screen.findByRole('alert')).toHaveTextContent('This address is not complete.');
  expect(sent).toEqual([]);
});
