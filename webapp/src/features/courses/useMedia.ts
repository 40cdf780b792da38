// Whether the window is as wide as a part of a screen needs: what a narrow one does not show, it does not load.
import { useCallback, useSyncExternalStore } from 'react';

/** Where a list of filters would push the clubs away. */
export const PHONE = '(max-width: 47.99rem)';
/** A list and a map beside each other. */
export const BESIDE = '(min-width: 75rem)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
