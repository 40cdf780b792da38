import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/queryClient.ts';
import { logOut } from '@/features/auth/logOut.ts';
import { beLoggedIn, held, servePortal, type Portal } from '../../../tests/render.tsx';
import { mayOffer, shownTo } from './choice.ts';
import { confirmAddress } from './confirmAddress.ts';
import { PushOffer } from './PushOffer.tsx';
import { PushRegion } from './PushRegion.tsx';

const ENDPOINT = 'https://push.test/here';

/** A browser that can: with the answer that its user gives when it asks. */
function browser(answer: NotificationPermission = 'granted', permission: NotificationPermission = 'default') {
  let subscription: PushSubscription | null = null;
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => {
    subscription = null;
    return true;
  });
  const subscribe = vi.fn<PushManager['subscribe']>(async () => {
    subscription = {
      endpoint: ENDPOINT,
      toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'key', auth: 'auth' } }),
      unsubscribe,
    } as unknown as PushSubscription;
    return subscription;
  });
  const registration = { pushManager: { subscribe, getSubscription: async () => subscription } };
  const notification = { permission, requestPermission: vi.fn<() => Promise<NotificationPermission>>() };
  notification.requestPermission.mockImplementation(async () => (notification.permission = answer));
  vi.stubGlobal('PushManager', vi.fn<() => void>());
  vi.stubGlobal('Notification', notification);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return { subscribe, unsubscribe, requestPermission: notification.requestPermission };
}

beforeEach(() => beLoggedIn());
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const show = (what: React.ReactNode) => {
  const queries = createQueryClient();
  render(<QueryClientProvider client={queries}>{what}</QueryClientProvider>);
  return queries;
};
const offer = () => screen.queryByRole('region', { name: 'Meldingen op dit apparaat' });
const foundOffer = () => screen.findByRole('region', { name: 'Meldingen op dit apparaat' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const bodies = (portal: Portal, route: string) =>
  portal.calls.filter((call) => call.route === route).map(({ body }) => body);

test('the browser is asked after a press only, and the server gets what it answers', async () => {
  const { subscribe, requestPermission } = browser();
  const portal = servePortal();
  show(<PushOffer />);
  await foundOffer();
  expect(requestPermission).not.toHaveBeenCalled();
  await press('meldingen aanzetten');
  expect(await screen.findByText(/Meldingen staan aan op dit apparaat/)).toBeVisible();
  expect(requestPermission).toHaveBeenCalledOnce();
  const options = subscribe.mock.calls[0]?.[0];
  expect(options?.userVisibleOnly).toBe(true);
  expect(options?.applicationServerKey).toHaveLength(65);
  expect(bodies(portal, 'POST /users/me/push')).toEqual([
    { endpoint: ENDPOINT, p256dh: 'key', auth: 'auth' },
  ]);
});

test('`niet nu` asks again after a later booking, and the second time counts for good', async () => {
  browser();
  servePortal();
  show(<PushOffer />);
  await foundOffer();
  await press('niet nu');
  expect(offer()).toBeNull();
  expect(mayOffer()).toBe(true);
  show(<PushOffer />);
  await foundOffer();
  await press('niet nu');
  expect(mayOffer()).toBe(false);
});

test('`niet meer vragen` declines for good', async () => {
  browser();
  servePortal();
  show(<PushOffer />);
  await foundOffer();
  await press('niet meer vragen');
  expect(mayOffer()).toBe(false);
});

test('who answers the browser with no is told where to change that', async () => {
  browser('denied');
  const portal = servePortal();
  show(<PushOffer />);
  await foundOffer();
  await press('meldingen aanzetten');
  expect(await screen.findByText(/Je browser staat geen meldingen toe/)).toBeVisible();
  expect(bodies(portal, 'POST /users/me/push')).toEqual([]);
});

test('the region switches this device on and off, shows details where it is chosen, and removes others', async () => {
  const { unsubscribe } = browser();
  const saved = held();
  const portal = servePortal(undefined, {
    'POST /users/me/push/0199d0a0-0000-7000-8000-000000000002': () => saved.response,
  });
  show(<PushRegion />);
  expect(await screen.findByText('Firefox op Windows')).toBeVisible();
  await press('meldingen aanzetten');
  const details = await screen.findByRole('checkbox', {
    name: 'namen en banen tonen op het vergrendelscherm',
  });
  expect(details).not.toBeChecked();
  await userEvent.click(details);
  expect(details).toBeChecked();
  expect(details).toBeDisabled();
  saved.release();
  await waitFor(() => expect(details).toBeEnabled());
  expect(details).toBeChecked();
  expect(bodies(portal, 'POST /users/me/push/:id')).toEqual([{ shows_details: true }]);
  await press('verwijderen: Firefox op Windows');
  await waitFor(() => expect(screen.queryByText('Firefox op Windows')).toBeNull());
  await press('meldingen uitzetten');
  expect(await screen.findByRole('button', { name: 'meldingen aanzetten' })).toBeVisible();
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test.each([
  ['a browser that cannot', () => {}, /Deze browser kan geen meldingen tonen/],
  [
    'a browser that was told no',
    () => void browser('denied', 'denied'),
    /staat geen meldingen van Fairway toe/,
  ],
])('%s says so', async (_, prepare, text) => {
  prepare();
  servePortal();
  show(<PushRegion />);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'meldingen aanzetten' })).toBeNull();
});

test('an iPhone that has not installed the app is told to', async () => {
  Object.assign(navigator, { standalone: false });
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true });
  servePortal();
  show(<PushRegion />);
  expect(await screen.findByText(/op je beginscherm hebt gezet/)).toBeVisible();
  Reflect.deleteProperty(navigator, 'standalone');
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
});

test('an operator who looks on gets no news', async () => {
  browser();
  servePortal().impersonate();
  show(
    <>
      <PushOffer />
      <PushRegion />
    </>,
  );
  expect(await screen.findByText('Alleen het lid zelf kan meldingen op apparaten beheren.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'meldingen aanzetten' })).toBeNull();
});

test('a log-out ends it on this device', async () => {
  const { unsubscribe } = browser();
  servePortal();
  const queries = show(<PushOffer />);
  await foundOffer();
  await press('meldingen aanzetten');
  await waitFor(() => expect(shownTo()).toBeDefined());
  logOut(queries);
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  expect(shownTo()).toBeUndefined();
});

/** The device shows news. */
async function withDeviceOn(): Promise<Portal> {
  const portal = servePortal();
  show(<PushOffer />);
  await foundOffer();
  await press('meldingen aanzetten');
  await waitFor(() => expect(shownTo()).toBeDefined());
  return portal;
}

/** The device is on, and then its browser replaces the address: the server's list does not know it. */
async function withReplacedAddress(): Promise<Portal> {
  const portal = await withDeviceOn();
  const list = portal.routes['GET /users/me/push']!;
  let first = true;
  portal.routes['GET /users/me/push'] = (request) => {
    if (!first) return list(request);
    first = false;
    return { status: 200, body: { success: true, data: { public_key: 'BA', devices: [] } } } as never;
  };
  return portal;
}

test('a browser that replaced its address is registered again without a question', async () => {
  const { subscribe, requestPermission } = browser();
  const portal = await withReplacedAddress();
  show(<PushRegion />);
  expect(await screen.findByRole('button', { name: 'meldingen uitzetten' })).toBeVisible();
  expect(bodies(portal, 'POST /users/me/push')).toHaveLength(2);
  expect([subscribe.mock.calls.length, requestPermission.mock.calls.length]).toEqual([1, 1]);
});

test('opening the app registers a replaced address, whichever screen is shown', async () => {
  const { requestPermission } = browser('granted', 'granted');
  const portal = await withReplacedAddress();
  await confirmAddress(createQueryClient());
  expect(bodies(portal, 'POST /users/me/push')).toHaveLength(2);
  expect(requestPermission).toHaveBeenCalledOnce();
});

test('who logs in again where news is on has it end with the new session', async () => {
  browser('granted', 'granted');
  const portal = await withDeviceOn();
  const list = portal.routes['GET /users/me/push']!;
  let isOld = true;
  portal.routes['GET /users/me/push'] = (request) => {
    const { status, body } = list(request) as { status: number; body: { data: { devices: object[] } } };
    const devices = body.data.devices.map((device) => ({ ...device, is_of_this_session: !isOld }));
    isOld = false;
    return { status, body: { ...body, data: { ...body.data, devices } } } as never;
  };
  await confirmAddress(createQueryClient());
  await confirmAddress(createQueryClient());
  expect(bodies(portal, 'POST /users/me/push')).toHaveLength(2);
});

test('opening the app under an account that an operator looks at asks for no devices', async () => {
  browser('granted', 'granted');
  const portal = servePortal();
  portal.impersonate();
  await confirmAddress(createQueryClient());
  expect(portal.calls.map(({ route }) => route)).toEqual(['GET /users/me']);
});
