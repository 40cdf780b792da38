// Whether a media query holds: for what is at another place in the page on a desk than on a phone, not only looks
// different. Where there is no layout, as in a test, nothing holds.
import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener?.('change', listener);
      return () => media?.removeEventListener?.('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}
