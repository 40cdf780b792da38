// Starts the app in the page.
import '@/session/requireStorage.ts';
import '@/ui/styles/global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadWithRetry } from '@/ui/loadWithRetry.ts';
import { applyStoredTheme } from '@/ui/theme.ts';
import { createQueryClient } from './queryClient.ts';
import { createAppRouter } from './router.tsx';

applyStoredTheme();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

const loadOffline = () => import('@/features/offline/start.ts');
// After the load event, so that it does not delay the first screen.
window.addEventListener('load', () => {
  void loadWithRetry(loadOffline).then(({ startOffline }) => startOffline(queryClient));
});
