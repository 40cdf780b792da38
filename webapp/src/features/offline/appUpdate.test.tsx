import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

/** A worker of a build. It answers which one, and takes over when it is told to. */
class FakeWorker extends EventTarget {
  readonly received: string[] = [];
  constructor(
    readonly build: string,
    public state: string,
  ) {
    super();
  }
  postMessage(message: string, ports?: readonly MessagePort[]) {
    this.received.push(message);
    if (message === 'build') ports?.[0]?.postMessage(this.build);
  }
  setState(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

function fakeBrowser(active: FakeWorker, waiting: FakeWorker | null = null) {
  const registration = Object.assign(new EventTarget(), {
    installing: null as FakeWorker | null,
    waiting,
    active,
    update: async () => {},
  });
  const container = Object.assign(new EventTarget(), { register: async () => registration });
  return {
    registration,
    container: container as unknown as ServiceWorkerContainer,
    /** A new worker is found and installed. */
    install(worker: FakeWorker) {
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      registration.installing = null;
      registration.waiting = worker;
      worker.setState('installed');
    },
    activate(worker: FakeWorker) {
      registration.waiting = null;
      registration.active = worker;
      worker.setState('activated');
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
}

/** The page of build `b`, with the worker of the former build still active. */
async function openPage(browser: ReturnType<typeof fakeBrowser>) {
  vi.resetModules();
  await import('@/app/texts.ts');
  const { registerServiceWorker, activateUpdate, isUpdateReady } = await import('@/ui/appUpdate.ts');
  await registerServiceWorker(browser.container);
  return { activateUpdate, isUpdateReady };
}

const answered = (worker: FakeWorker) => waitFor(() => expect(worker.received).toContain('build'));

beforeEach(() => {
  const meta = document.createElement('meta');
  meta.name = 'fairway-build';
  meta.content = 'b';
  document.head.append(meta);
  onTestFinished(() => meta.remove());
});

test('the worker of the build that the page already is takes over silently', async () => {
  const browser = fakeBrowser(new FakeWorker('a', 'activated'));
  const { isUpdateReady } = await openPage(browser);
  const same = new FakeWorker('b', 'installing');
  browser.install(same);
  await waitFor(() => expect(same.received).toEqual(['build', 'take-over']));
  browser.activate(same);
  await waitFor(() => expect(same.received).toEqual(['build', 'take-over', 'build']));
  expect(isUpdateReady()).toBe(false);
});

test('a worker that waited before the page was opened is compared too', async () => {
  const waiting = new FakeWorker('b', 'installed');
  await openPage(fakeBrowser(new FakeWorker('a', 'activated'), waiting));
  await waitFor(() => expect(waiting.received).toEqual(['build', 'take-over']));
});

test('another build waits until the member accepts it, and then reloads the page', async () => {
  const browser = fakeBrowser(new FakeWorker('b', 'activated'));
  const { activateUpdate, isUpdateReady } = await openPage(browser);
  const newer = new FakeWorker('c', 'installing');
  browser.install(newer);
  await waitFor(() => expect(isUpdateReady()).toBe(true));
  expect(newer.received).toEqual(['build']);

  const reload = vi.fn<() => void>();
  activateUpdate(reload);
  expect(newer.received).toEqual(['build', 'take-over']);
  expect(reload).not.toHaveBeenCalled();
  newer.setState('activating');
  expect(reload).not.toHaveBeenCalled();
  browser.activate(newer);
  expect(reload).toHaveBeenCalledOnce();
});

test('a build that another tab activated is still offered here, and a press reloads at once', async () => {
  const browser = fakeBrowser(new FakeWorker('b', 'activated'));
  const { activateUpdate, isUpdateReady } = await openPage(browser);
  const newer = new FakeWorker('c', 'installing');
  browser.install(newer);
  await waitFor(() => expect(isUpdateReady()).toBe(true));
  browser.activate(newer);
  expect(isUpdateReady()).toBe(true);
  const reload = vi.fn<() => void>();
  activateUpdate(reload);
  expect(reload).toHaveBeenCalledOnce();
});

test('a build that took over while this tab was suspended is offered when the tab is back', async () => {
  const browser = fakeBrowser(new FakeWorker('b', 'activated'));
  const { isUpdateReady } = await openPage(browser);
  browser.registration.active = new FakeWorker('c', 'activated');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(isUpdateReady()).toBe(true));
});

test('a worker that is older than the page is not offered', async () => {
  const older = new FakeWorker('a', 'activated');
  const browser = fakeBrowser(older);
  const { isUpdateReady } = await openPage(browser);
  document.dispatchEvent(new Event('visibilitychange'));
  const replaced = new FakeWorker('z', 'installing');
  browser.install(replaced);
  await answered(replaced);
  replaced.setState('redundant');
  await waitFor(() => expect(isUpdateReady()).toBe(false));
  expect(older.received).toEqual([]);
});

test('the offer is a button of the app', async () => {
  beLoggedIn();
  servePortal();
  const browser = fakeBrowser(new FakeWorker('b', 'activated'));
  const { registerServiceWorker } = await import('@/ui/appUpdate.ts');
  await registerServiceWorker(browser.container);
  openApp('/reservations');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'vernieuwen' })).toBeNull();
  act(() => browser.install(new FakeWorker('c', 'installing')));
  const button = await screen.findByRole('button', { name: 'vernieuwen' });
  await userEvent.click(button);
  expect(button).toHaveTextContent('bezig…');
});
