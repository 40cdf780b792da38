// A browser's push service and the keys of a device, for the test of news on devices: the real ones are not reachable.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, type BrowserContext, type Page } from '@playwright/test';

/** A message that the push service received, decrypted as on the device. */
export interface Delivered {
  readonly headers: IncomingHttpHeaders;
  /** Without the spaces at its end, which hide its length. */
  readonly text: string;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** The address at which the server expects a further push service; it was started with the same variable. */
function origin(): string {
  const named = process.env['FAIRWAY_PUSH_SERVICES'];
  if (!named)
    throw new Error('start the server and this test with FAIRWAY_PUSH_SERVICES=http://127.0.0.1:8472');
  return new URL(named).origin;
}

/** Receives what is sent to one device, and decrypts it as the device does (RFC 8291). */
export async function startPushService() {
  const device = createECDH('prime256v1');
  const publicKey = device.generateKeys();
  const auth = randomBytes(16);
  const path = `/${randomUUID()}`;
  const delivered: Delivered[] = [];

  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const serverKey = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + serverKey.length);
    if (record.length > recordSize) throw new Error('more than one record');
    const infoOfKeys = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey]);
    const shared = derive(device.computeSecret(serverKey), auth, infoOfKeys, 32);
    const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    return padded.subarray(0, end).toString().trimEnd();
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        if (request.method !== 'POST' || !request.url?.startsWith(path)) throw new Error('another address');
        delivered.push({ headers: request.headers, text: decrypt(Buffer.concat(chunks)) });
        response.writeHead(201).end();
      } catch {
        response.writeHead(400).end();
      }
    });
  });
  const { hostname, port } = new URL(origin());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), hostname, resolve);
  });
  return {
    delivered,
    subscription: { endpoint: origin() + path, p256dh: base64url(publicKey), auth: base64url(auth) },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Where the stand-in of the browser's subscription keeps the key that it was asked for. */
const ASKED_FOR = 'journey:push';

/** Where the stand-in of the browser's subscription keeps what it appended to its address. */
const REPLACED = 'journey:push-replaced';

/** Has the browser give this subscription instead of asking the push service of its vendor. */
export async function subscribeHere(
  context: BrowserContext,
  subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
): Promise<void> {
  await context.addInitScript(
    ([{ endpoint: first, p256dh, auth }, askedFor, replaced]) => {
      const endpoint = first + (localStorage.getItem(replaced) ?? '');
      const given = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(askedFor);
          return true;
        },
      } as unknown as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        const bytes = options?.applicationServerKey as Uint8Array;
        localStorage.setItem(askedFor, btoa(String.fromCharCode(...bytes)));
        return given;
      };
      PushManager.prototype.getSubscription = async () => (localStorage.getItem(askedFor) ? given : null);
    },
    [subscription, ASKED_FOR, REPLACED] as const,
  );
}

/** Has the browser replace its address, as browsers do from time to time; the next page has the new one. */
export const replaceAddress = (page: Page) =>
  page.evaluate((replaced) => localStorage.setItem(replaced, '/replaced'), REPLACED);

/** The public key for which the browser subscribed. */
export async function subscribedKey(page: Page): Promise<Buffer> {
  const key = await page.evaluate((askedFor) => localStorage.getItem(askedFor) ?? '', ASKED_FOR);
  return Buffer.from(key, 'base64');
}

/** The claims by which the server names itself (RFC 8292), signed with the key for which the browser subscribed. */
export function claimsOf({ headers }: Delivered, key: Buffer): Record<string, unknown> {
  const [, header = '', claims = '', signature = '', named = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  expect(named).toBe(base64url(key));
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(key.subarray(1, 33)), y: base64url(key.subarray(33)) };
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify('sha256', signed, verifier, Buffer.from(signature, 'base64url')), 'the signature').toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}

/** Hands a message to the service worker, as the browser does, and returns what it then shows about the same. */
export async function handToWorker(page: Page, text: string) {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (first) resolve(first.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  // Answered before the worker has it. What does not reach the worker is sent again, as a push service does.
  const deliver = () =>
    client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: text });
  const { tag } = JSON.parse(text) as { tag: string };
  const shown = () =>
    page.evaluate(async (wanted) => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications({ tag: wanted });
      return notifications.map(({ title, body, lang, data }) => ({
        title,
        body,
        lang,
        data: data as unknown,
      }));
    }, tag);
  await expect(async () => {
    await deliver();
    await expect.poll(shown, { timeout: 5_000 }).toHaveLength(1);
  }).toPass();
  return (await shown())[0];
}
