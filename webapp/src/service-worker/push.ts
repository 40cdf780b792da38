// News that the server sent while the app may be closed: what is shown, and what a press on it opens.

export interface Told {
  readonly title: string;
  readonly body: string;
  /** A screen of the app. */
  readonly path: string;
  /** News with the same tag replaces what is shown. */
  readonly tag: string;
}

/** Shown, without details, for an unreadable message: a browser takes the permission back when nothing is shown. */
const UNREADABLE: Told = {
  title: 'Fairway',
  body: 'Er is nieuws. Open Fairway voor de details.',
  path: '/reservations',
  tag: 'fairway',
};

/** A path of this site, and no address elsewhere. */
const isPath = (text: unknown): text is string =>
  typeof text === 'string' && text.startsWith('/') && !text.startsWith('//') && !text.includes('\\');

/** The news to show for the text of a message. */
export function told(text: string | undefined): Told {
  try {
    const { title, body, path, tag } = JSON.parse(text ?? '') as Partial<Told>;
    if (typeof title === 'string' && typeof body === 'string' && typeof tag === 'string' && isPath(path))
      return { title, body, path, tag };
  } catch {
    // Shown without details.
  }
  return UNREADABLE;
}

export async function show(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  text: string | undefined,
): Promise<void> {
  const { title, body, path, tag } = told(text);
  const options = { body, tag, lang: 'nl', icon: '/icon-192.png', badge: '/icon-192.png', data: { path } };
  // `renotify` is not among TypeScript's types: news that replaces older news makes the device signal it, too.
  await registration.showNotification(title, { ...options, renotify: true } as NotificationOptions);
}

interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
export interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
  openWindow(url: string): Promise<unknown>;
}

/** Goes to the screen in a window that is open, or else in a new one. */
export async function open(windows: Windows, origin: string, data: unknown): Promise<void> {
  const { path } = (data ?? {}) as { path?: unknown };
  const url = new URL(isPath(path) ? path : UNREADABLE.path, origin).href;
  const [window] = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  if (window) {
    try {
      await window.focus();
      if (window.url !== url) await window.navigate(url);
      return;
    } catch {
      // A window of another version, or one that is just closing.
    }
  }
  await windows.openWindow(url);
}

/** The browser replaced its address: a new one for the same key. The app tells the server when it is next opened
 * (`features/push/confirmAddress.ts`). */
export async function renew(
  manager: Pick<PushManager, 'subscribe'>,
  old: Pick<PushSubscription, 'options'> | null,
): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (key) await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
