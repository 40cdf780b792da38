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
      if (unmounted) return;
      stop = followChanges({
        onChange: debouncedRoundsChanged(queries),
        // A refetch finds out whether the server is away, and the screen then says how old its data are.
        onRefused: () => queries.getQueryCache().onOnline(),
      });
    });
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [token, queries]);
}
