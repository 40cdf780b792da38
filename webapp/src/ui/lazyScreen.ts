// What the router loads a screen with: `scripts/retry-imports.ts` puts it in the place of the router's own function.
import { lazyRouteComponent } from '@tanstack/react-router';
import { loadScreen } from './loadWithRetry.ts';

type Load = Parameters<typeof lazyRouteComponent>[0];

export const lazyScreen = (load: Load, name: string) => lazyRouteComponent(() => loadScreen(load), name);
