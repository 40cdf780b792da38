// Live updates while a member is logged in. The rest of the feature is loaded after the first screen.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '@/session/session.ts';
import { loadWithRetry } from '@/ui/loadWithRetry.ts';

export function useLiveUpdates(): void {
  const queries = useQueryClient();
  const { token } = useSession();
  useEffect(() => {
    if (!token) return;
    let stop: (() => void) | undefined;
    let unmounted = false;
    const load = () => Promise.all([import('./liveUpdates.ts'), import('./refresh.ts')]);
    void loadWithRetry(load).then(([{ followChanges }, { debouncedRoundsChanged }]) => {
      if (!unmounted) stop = followChanges({ onChange: debouncedRoundsChanged(queries) });
    });
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [token, queries]);
}
