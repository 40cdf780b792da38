// The browser's part in news that is shown while the app is closed.

/** `install`: Safari on a phone or tablet can once the app is on the home screen. */
export type Ability = 'can' | 'install' | 'cannot';

export function ability(): Ability {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'can';
  return 'standalone' in navigator && navigator.maxTouchPoints > 1 ? 'install' : 'cannot';
}

/** The member, or the browser for them, does not allow it. */
export class NotAllowed extends Error {}

export const isDenied = (): boolean => 'Notification' in window && Notification.permission === 'denied';

/** The browser's subscription; none without one, or where there can be none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (ability() !== 'can') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Asks the browser, which may ask the member: only after a press. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // One for an earlier key of the server is in the way.
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** The SHA-256 of a text, hexadecimal: the server names a device by that of its address. */
export async function fingerprintOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
