import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';

const buffer = (text: string) => new TextEncoder().encode(text).buffer;

/** A device that answers every request; what it was asked is recorded. */
const device = {
  create: vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(),
  get: vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(),
};

beforeEach(() => {
  const credential = (response: object) => ({
    id: 'a2V5',
    rawId: buffer('key'),
    type: 'public-key',
    response,
  });
  const clientDataJSON = buffer('data');
  device.create.mockResolvedValue(credential({ attestationObject: buffer('attestation'), clientDataJSON }));
  device.get.mockResolvedValue(
    credential({
      authenticatorData: buffer('data?'),
      clientDataJSON,
      signature: buffer('signature'),
      userHandle: buffer('esra'),
    }),
  );
  vi.stubGlobal('PublicKeyCredential', () => {});
  Object.defineProperty(navigator, 'credentials', { value: device, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  vi.resetAllMocks();
});

const button = (name: string) => screen.findByRole('button', { name });

test('a passkey is added under a name and removed again', async () => {
  const office = serveOperator();
  openOperator('/account');
  const user = userEvent.setup();
  const region = within(await screen.findByRole('region', { name: 'Passkeys' }));
  expect(await region.findByRole('row', { name: /Firefox 145 on Linux/ })).toHaveTextContent('20 Nov 2026');
  await user.click(region.getByRole('button', { name: 'Add a passkey…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add a passkey' }));
  const name = dialog.getByLabelText('Name');
  expect(name).toHaveFocus();
  expect(await violations()).toEqual([]);
  device.create.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
  await user.clear(name);
  await user.type(name, 'Work laptop{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('This device has a passkey of your account');
  expect(name).toHaveValue('Work laptop');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await region.findByText('The passkey “Work laptop” logs you in from now on.')).toBeVisible();
  expect(await region.findByRole('row', { name: /Work laptop/ })).toHaveTextContent('never');
  expect(device.create.mock.calls[1]![0]).toMatchObject({
    publicKey: { user: { name: 'esra@fairway.example' } },
  });

  await user.click(region.getByRole('button', { name: 'Remove Work laptop…' }));
  const question = within(screen.getByRole('dialog', { name: 'Remove the passkey “Work laptop”' }));
  await user.click(question.getByRole('button', { name: 'Remove' }));
  expect(await region.findByText('The passkey “Work laptop” was removed.')).toBeVisible();
  await waitFor(() => expect(region.queryByRole('row', { name: /Work laptop/ })).toBeNull());
  expect(office.requests).toContain('POST /account/passkeys/remove');
});

test('a passkey logs in without password and code; one that does not work says so', async () => {
  let isRefused = true;
  const sentence = 'This passkey does not work here, or no more. Log in with your password.';
  const sent: unknown[] = [];
  serveOperator(
    { isLoggedIn: false },
    {
      'POST /login/passkey/finish': ({ body }) => {
        sent.push(body);
        return isRefused ? fail(401, sentence) : undefined;
      },
    },
  );
  openOperator('/login');
  const user = userEvent.setup();
  await user.click(await button('Use a passkey'));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  device.get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await user.click(await button('Use a passkey'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('No passkey was used.'));
  isRefused = false;
  await user.click(await button('Use a passkey'));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Log in' })).toBeNull());
  expect(sent.at(-1)).toMatchObject({ challenge: 'sealed', credential: { id: 'a2V5', type: 'public-key' } });
  expect(device.get.mock.calls.at(-1)![0]).toMatchObject({ mediation: 'optional' });
});

test.each(['passkey', 'recovery code'])('a %s confirms an act', async (factor) => {
  let isConfirmed = false;
  const sent: unknown[] = [];
  const asks = 'Enter the 6 digits that your authenticator app shows, to confirm that it is you.';
  serveOperator(
    {},
    {
      'POST /account/passkeys/begin': () =>
        isConfirmed ? undefined : fail(403, asks, { errors: { factor: asks } }),
      'POST /session/confirm': ({ body }) => {
        sent.push(body);
        isConfirmed = true;
        return undefined;
      },
    },
  );
  openOperator('/account');
  const user = userEvent.setup();
  await user.click(await button('Add a passkey…'));
  await user.click(await button('Add'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  if (factor === 'passkey') await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  else {
    await user.click(dialog.getByRole('button', { name: 'No telephone? Use a recovery code' }));
    await user.type(dialog.getByLabelText('Recovery code'), '7K2MX 9QDRT');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  }
  expect(await screen.findByText(/logs you in from now on/)).toBeVisible();
  expect(sent).toMatchObject([
    factor === 'passkey' ? { factor: '', passkey: { challenge: 'sealed' } } : { factor: '7K2MX9QDRT' },
  ]);
});

test('a browser without passkeys is not asked for one', async () => {
  vi.unstubAllGlobals();
  const office = serveOperator();
  openOperator('/account');
  expect(await screen.findByText(/^This browser can use no passkeys/)).toBeVisible();
  expect(office.requests).not.toContain('GET /account/passkeys');
});
