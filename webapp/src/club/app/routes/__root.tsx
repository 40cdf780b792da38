import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { Shell } from '../Shell.tsx';

export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Shell,
});
