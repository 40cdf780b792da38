// Live updates for whoever is logged in. The rest of the feature is fetched once the first screen stands.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '@/session/session.ts';

export function useLiveUpdates(): void {
  const queries = useQueryClient();
  const { token } = useSession();
  useEffect(() => {
    if (!token) return;
    let end: (() => void) | undefined;
    let left = false;
    void Promise.all([import('./liveUpdates.ts'), import('./refresh.ts')]).then(
      ([{ followChanges }, { refresher }]) => {
        if (!left) end = followChanges({ onChange: refresher(queries) });
      },
      // The chunk of an older version is gone; the next load of the page has live updates again.
      () => {},
    );
    return () => {
      left = true;
      end?.();
    };
  }, [token, queries]);
}
