// Keeps the screen on where the browser can: a reception does not scan a screen that went dark.
import { useEffect } from 'react';

export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let ended = false;
    let lock: WakeLockSentinel | undefined;
    const request = async () => {
      // The browser releases it whenever the page is hidden.
      if (document.visibilityState !== 'visible') return;
      try {
        const granted = await navigator.wakeLock.request('screen');
        if (ended) void granted.release();
        else lock = granted;
      } catch {
        // Not allowed, for example with an almost empty battery: the screen then sleeps as it always does.
      }
    };
    const requestAgain = () => void request();
    requestAgain();
    document.addEventListener('visibilitychange', requestAgain);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', requestAgain);
      void lock?.release();
    };
  }, [wanted]);
}
