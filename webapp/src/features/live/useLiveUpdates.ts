// Live updates while a member is logged in. The rest of the feature is loaded after the first screen.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '@/session/session.ts';

export function useLiveUpdates(): void {
  const queries = useQueryClient();
  const { token } = useSession();
  useEffect(() => {
    if (!token) return;
    let stop: (() => void) | undefined;
    let unmounted = false;
    void Promise.all([import('./liveUpdates.ts'), import('./refresh.ts')]).then(
      ([{ followChanges }, { debouncedRoundsChanged }]) => {
        if (!unmounted) stop = followChanges({ onChange: debouncedRoundsChanged(queries) });
      },
      // The chunk of an older version no longer exists; the next load of the page has live updates again.
      () => {},
    );
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [token, queries]);
}
