// Starts the app's use without a network, and the count of this device's visits, after the first screen.
import type { QueryClient } from '@tanstack/react-query';
import { startInstall } from '@/features/install/start.ts';
import { shownTo } from '@/features/push/choice.ts';
import { registerServiceWorker } from '@/ui/appUpdate.ts';
import { refreshAfterAbsence } from './resume.ts';
import { storeCopies } from './storeCopies.ts';

export function startOffline(queries: QueryClient): void {
  storeCopies(queries);
  refreshAfterAbsence(queries);
  startInstall();
  if (shownTo() !== undefined) {
    // The next opening tries again.
    import('@/features/push/confirmAddress.ts').then((push) => push.confirmAddress(queries)).catch(() => {});
  }
  // In development the files have no fixed names, and a worker would serve old ones.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // Without it the app works as a normal page; a private window may forbid it.
    registerServiceWorker(navigator.serviceWorker).catch(() => {});
  }
}
