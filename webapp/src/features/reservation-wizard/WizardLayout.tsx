// Shared by the steps: the loader on entry, during which the code of every step is loaded.
import { Outlet, useRouter } from '@tanstack/react-router';
import { createContext, use, useEffect, useState } from 'react';
import { stepPath } from '@/features/draft/steps.ts';
import { prefersReducedMotion } from '@/ui';

const LOADER_MS = 800;
const Entering = createContext(false);

/** True while the wizard has just been entered and still shows its loader. */
export function useEntering(): boolean {
  return use(Entering);
}

export function WizardLayout() {
  const router = useRouter();
  const [entering, setEntering] = useState(() => !prefersReducedMotion());

  useEffect(() => {
    for (const to of [...Object.values(stepPath), '/reservation/confirm'] as const) {
      void router.loadRouteChunk(router.routesByPath[to]);
    }
    const timer = setTimeout(() => setEntering(false), LOADER_MS);
    return () => clearTimeout(timer);
  }, [router]);

  return (
    <Entering value={entering}>
      <Outlet />
    </Entering>
  );
}
