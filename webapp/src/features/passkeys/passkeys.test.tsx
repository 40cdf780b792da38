import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberAskedLink } from '@/features/auth/askedLink.ts';
import { getSession } from '@/session/session.ts';
import { fail, ok } from '../../../tests/mockResponse.ts';
import { beLoggedIn, openApp, reload, servePortal } from '../../../tests/render.tsx';

type Overrides = Parameters<typeof servePortal>[1];

const buffer = (text: string) => new TextEncoder().encode(text).buffer;

/** A device that answers every request; what it was asked is recorded. */
const device = {
  create: vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(),
  get: vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(),
  autofill: false,
};

beforeEach(() => {
  const credential = (response: object) => ({
    id: 'a2V5',
    rawId: buffer('key'),
    type: 'public-key',
    response,
  });
  device.create.mockResolvedValue(
    credential({ attestationObject: buffer('attestation'), clientDataJSON: buffer('data') }),
  );
  device.get.mockResolvedValue(
    credential({
      authenticatorData: buffer('data?'),
      clientDataJSON: buffer('data'),
      signature: buffer('signature'),
      userHandle: buffer('jan'),
    }),
  );
  device.autofill = false;
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: () => Promise.resolve(device.autofill) }),
  );
  Object.defineProperty(navigator, 'credentials', { value: device, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  vi.clearAllMocks();
});

async function open(overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  beLoggedIn();
  openApp('/profile/passkeys');
  await screen.findByRole('heading', { level: 1, name: 'Passkeys' });
  const sent = (route: string) => portal.calls.filter((one) => one.route === route).map(({ body }) => body);
  return { sent, user: userEvent.setup() };
}

test('a passkey is added under the name that the member gives it, after the password', async () => {
  const { sent, user } = await open();
  const name = await screen.findByLabelText('Naam van de passkey');
  await user.clear(name);
  await user.type(name, 'Mijn telefoon');
  await user.type(screen.getByLabelText('Wachtwoord'), 'fairway-demo');
  await user.click(screen.getByRole('button', { name: 'passkey toevoegen' }));
  expect(await screen.findByText(/De passkey Mijn telefoon is toegevoegd/)).toBeVisible();
  expect(new TextDecoder().decode(device.create.mock.calls[0]![0].publicKey?.challenge as BufferSource)).toBe(
    'challenge',
  );
  expect(sent('POST /users/me/passkeys')).toEqual([
    {
      challenge: 'sealed',
      name: 'Mijn telefoon',
      credential: {
        id: 'a2V5',
        rawId: 'a2V5',
        type: 'public-key',
        clientExtensionResults: {},
        response: { attestationObject: 'YXR0ZXN0YXRpb24', clientDataJSON: 'ZGF0YQ' },
      },
    },
  ]);
  const list = screen.getByRole('list', { name: 'Passkeys' });
  expect(
    within(list)
      .getAllByRole('heading')
      .map((heading) => heading.textContent),
  ).toEqual(['Chrome op Android', 'Mijn telefoon']);
});

test('a wrong password is shown at its field, and the device is not asked', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText('Wachtwoord'), 'geen idee');
  await user.click(screen.getByRole('button', { name: 'passkey toevoegen' }));
  expect(await screen.findByText('Dit is niet je wachtwoord.')).toBeVisible();
  expect(device.create).not.toHaveBeenCalled();
});

test.each([
  ['NotAllowedError', /Er is geen passkey toegevoegd/],
  ['InvalidStateError', /Dit apparaat heeft al een passkey van je account/],
])('after %s the screen says what happened', async (name, sentence) => {
  device.create.mockRejectedValue(new DOMException('', name));
  const { user } = await open();
  await user.type(await screen.findByLabelText('Wachtwoord'), 'fairway-demo');
  await user.click(screen.getByRole('button', { name: 'passkey toevoegen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});

test('a passkey is renamed in place', async () => {
  const { sent, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'naam wijzigen: Chrome op Android' }));
  const field = screen.getByLabelText('Nieuwe naam');
  await user.clear(field);
  await user.type(field, 'Oude telefoon');
  await user.click(screen.getByRole('button', { name: 'opslaan' }));
  expect(await screen.findByRole('heading', { name: 'Oude telefoon' })).toBeVisible();
  expect(sent('POST /users/me/passkeys/:id/rename')).toEqual([{ name: 'Oude telefoon' }]);
});

test('a passkey is removed after a question', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'verwijderen: Chrome op Android' }));
  await user.click(screen.getByRole('button', { name: 'ja, verwijderen' }));
  expect(await screen.findByText('De passkey Chrome op Android is verwijderd.')).toBeVisible();
  expect(screen.getByText('Je hebt nog geen passkeys.')).toBeVisible();
});

test('the last way in has no button that removes it', async () => {
  const passkey = { id: 'one', name: 'Telefoon', created_at: '2026-11-01T09:30:00Z', last_used_at: null };
  await open({
    'GET /users/me/passkeys': () =>
      ok({ available: true, password_needed: false, has_password: false, data: [passkey], accepted: null }),
  });
  expect(await screen.findByText(/Dit is je laatste manier om in te loggen/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^verwijderen/ })).toBeNull();
  expect(screen.queryByLabelText('Wachtwoord')).toBeNull();
});

test('the browser is told which passkeys are left, so that it no longer offers one that was removed elsewhere', async () => {
  const told: unknown[] = [];
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      signalAllAcceptedCredentials: async (options: unknown) => {
        told.push(options);
      },
    }),
  );
  await open();
  await screen.findByRole('list', { name: 'Passkeys' });
  expect(told).toEqual([{ rpId: 'localhost', userId: 'amFu', allAcceptedCredentialIds: ['phone'] }]);
});

test('where the address has no passkeys, the screen says on which they work', async () => {
  beLoggedIn();
  servePortal(undefined, {
    'GET /users/me/passkeys': () => ({
      status: 200,
      body: {
        success: true,
        available: true,
        address: 'http://localhost:8080',
        password_needed: false,
        has_password: true,
        data: [],
        accepted: null,
      },
    }),
  });
  openApp('/profile/passkeys');
  expect(await screen.findByText(/Passkeys werken alleen op/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'http://localhost:8080' })).toHaveAttribute(
    'href',
    'http://localhost:8080/profile/passkeys',
  );
  expect(screen.queryByRole('button', { name: 'passkey toevoegen' })).toBeNull();
});

test('a numeric address offers no passkeys and asks the server for none', async () => {
  const portal = servePortal();
  device.autofill = true;
  vi.stubGlobal('location', { ...location, hostname: '127.0.0.1' });
  openApp('/auth/login');
  await screen.findByRole('link', { name: 'stuur mij een inloglink' });
  expect(screen.queryByRole('button', { name: 'inloggen met passkey' })).toBeNull();
  expect(portal.calls.some(({ route }) => route.includes('passkey'))).toBe(false);
});

test('an operator who looks on sees no passkeys', async () => {
  servePortal().impersonate();
  beLoggedIn();
  openApp('/profile/passkeys');
  expect(await screen.findByText('Alleen het lid zelf kan passkeys beheren.')).toBeVisible();
});

test('the button of the log-in uses a passkey', async () => {
  servePortal();
  openApp('/auth/login');
  await userEvent.click(await screen.findByRole('button', { name: 'inloggen met passkey' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' })).toBeVisible();
  expect(device.get.mock.calls[0]![0]).toMatchObject({ mediation: 'optional' });
  expect(getSession()).toMatchObject({ token: 'pretend-token', email: 'jan.devries@fairway.example' });
});

test('where the browser can, it offers passkeys at the field without a press', async () => {
  device.autofill = true;
  servePortal();
  openApp('/auth/login');
  expect(await screen.findByLabelText('E-mailadres')).toHaveAttribute('autocomplete', 'username webauthn');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' })).toBeVisible();
  expect(device.get.mock.calls[0]![0]).toMatchObject({ mediation: 'conditional' });
});

test('a passkey that does not work says so, and the form stays', async () => {
  const sentence = 'Deze passkey werkt hier niet meer. Log in met je wachtwoord.';
  servePortal(undefined, { 'POST /users/login/passkey': () => fail(401, sentence) });
  openApp('/auth/login');
  await userEvent.click(await screen.findByRole('button', { name: 'inloggen met passkey' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByLabelText('Wachtwoord')).toBeVisible();
});

test('a passkey that the member chose below the field and that does not work says so once', async () => {
  const sentence = 'Deze passkey werkt hier niet meer. Log in met je wachtwoord.';
  device.autofill = true;
  servePortal(undefined, { 'POST /users/login/passkey': () => fail(401, sentence) });
  openApp('/auth/login');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByRole('link', { name: 'Kom je er niet in? Neem contact op' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'inloggen met passkey' }));
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
});

test('a press of the button ends what the browser offers before it asks the device', async () => {
  device.autofill = true;
  const signing = device.get.getMockImplementation()!;
  const wasEnded: (boolean | undefined)[] = [];
  let offered: AbortSignal | undefined;
  device.get.mockImplementation((options) => {
    if (options.mediation === 'optional') {
      wasEnded.push(offered?.aborted);
      return signing(options);
    }
    offered = options.signal;
    return new Promise(() => {});
  });
  servePortal();
  openApp('/auth/login');
  const button = await screen.findByRole('button', { name: 'inloggen met passkey' });
  await waitFor(() => expect(offered?.aborted).toBe(false));
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { level: 1, name: 'Mijn reserveringen' })).toBeVisible();
  expect(wasEnded).toEqual([true]);
});

test('an offer of the browser that cannot begin says nothing', async () => {
  device.autofill = true;
  const begin = vi.fn<() => ReturnType<typeof fail>>(() => fail(429, 'Te veel pogingen.'));
  servePortal(undefined, { 'POST /users/login/passkey/begin': begin });
  openApp('/auth/login');
  await screen.findByRole('button', { name: 'inloggen met passkey' });
  await waitFor(() => expect(begin).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a portal without passkeys has no button for them once it said so', async () => {
  device.autofill = true;
  servePortal(undefined, {
    'POST /users/login/passkey/begin': () => fail(409, 'Op dit adres van het portaal werken passkeys niet.'),
  });
  openApp('/auth/login');
  await screen.findByRole('link', { name: 'stuur mij een inloglink' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'inloggen met passkey' })).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a browser without passkeys has no button for them, but a link by mail', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  servePortal();
  openApp('/auth/login');
  const link = await screen.findByRole('link', { name: 'stuur mij een inloglink' });
  expect(screen.queryByRole('button', { name: 'inloggen met passkey' })).toBeNull();
  await userEvent.click(link);
  await userEvent.type(await screen.findByLabelText('E-mailadres'), 'jan.devries@fairway.example');
  await userEvent.click(screen.getByRole('button', { name: 'verstuur' }));
  expect(await screen.findByText(/Als je e-mailadres bij ons bekend is/)).toBeVisible();
});

test('the code of the mail logs in here, also after the app was ended meanwhile, and says what is wrong at its field', async () => {
  servePortal();
  openApp('/auth/link');
  await userEvent.type(await screen.findByLabelText('E-mailadres'), 'jan.devries@fairway.example');
  await userEvent.click(screen.getByRole('button', { name: 'verstuur' }));
  await screen.findByLabelText('Code uit de mail');
  cleanup();

  const { router } = openApp('/auth/link');
  const field = await screen.findByLabelText('Code uit de mail');
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await userEvent.type(field, '0123');
  await userEvent.click(screen.getByRole('button', { name: 'inloggen' }));
  expect(field).toHaveAccessibleDescription('Vul de acht cijfers uit de mail in.');
  await userEvent.type(field, '9999');
  await userEvent.click(screen.getByRole('button', { name: 'inloggen' }));
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription('Deze code klopt niet, of is verlopen of al gebruikt.'),
  );
  await userEvent.clear(field);
  await userEvent.type(field, '0123 4567');
  await userEvent.click(screen.getByRole('button', { name: 'inloggen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Passkeys' })).toBeVisible();
  expect(router.state.location.href).toBe('/profile/passkeys');
  expect(localStorage.getItem('fairway:login-link')).toBeNull();
});

test('after a quarter of an hour another link can be asked for, and at once by a button', async () => {
  servePortal();
  rememberAskedLink('oud', Date.now() - 15 * 60_000);
  openApp('/auth/link');
  expect(await screen.findByLabelText('E-mailadres')).toBeVisible();
  cleanup();
  rememberAskedLink('gevraagd');
  openApp('/auth/link');
  await userEvent.click(await screen.findByRole('button', { name: 'nieuwe link aanvragen' }));
  expect(await screen.findByLabelText('E-mailadres')).toBeVisible();
});

test('the link of the mail names the account, logs in after a press, and leads to the passkeys', async () => {
  const { router } = (servePortal(), openApp('/auth/link?token=goede-token'));
  const press = await screen.findByRole('button', { name: 'inloggen' });
  expect(screen.getByText('jan.devries@fairway.example')).toBeVisible();
  await userEvent.click(press);
  expect(await screen.findByRole('heading', { level: 1, name: 'Passkeys' })).toBeVisible();
  expect(router.state.location.href).toBe('/profile/passkeys');
});

test('the link of the mail outlives a reload, in its tab only and until another is asked for', async () => {
  servePortal();
  const opened = openApp('/auth/link?token=goede-token');
  await screen.findByRole('button', { name: 'inloggen' });
  const { router } = reload(opened);
  await userEvent.click(await screen.findByRole('button', { name: 'inloggen' }));
  await waitFor(() => expect(router.state.location.href).toBe('/profile/passkeys'));
  expect(router.history.length).toBe(1);
  cleanup();
  openApp('/auth/link?token=goede-token');
  await screen.findByRole('button', { name: 'inloggen' });
  cleanup();
  openApp('/auth/link');
  expect(await screen.findByLabelText('E-mailadres')).toBeVisible();
  cleanup();
  const ended = openApp('/auth/link?token=oud');
  await userEvent.click(await screen.findByRole('button', { name: 'nieuwe link aanvragen' }));
  await screen.findByLabelText('E-mailadres');
  reload(ended);
  expect(await screen.findByLabelText('E-mailadres')).toBeVisible();
});

test('a link that was used asks for another one', async () => {
  servePortal();
  const { router } = openApp('/auth/link?token=oud');
  expect(await screen.findByRole('alert')).toHaveTextContent('Deze link is verlopen of al gebruikt.');
  expect(router.state.location.href).toBe('/auth/link');
  await userEvent.click(screen.getByRole('button', { name: 'nieuwe link aanvragen' }));
  expect(await screen.findByLabelText('E-mailadres')).toBeVisible();
});
