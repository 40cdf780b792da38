// Starts the clubs' screens in their page.
import '@/session/requireStorage.ts';
import '@/ui/styles/global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '@/api/queryClient.ts';
import { registerServiceWorker } from '@/ui/appUpdate.ts';
import '@/ui/loadWithRetry.ts';
import { applyStoredTheme } from '@/ui/theme.ts';
import { createClubRouter } from './router.tsx';

applyStoredTheme();
const queryClient = createQueryClient();
const router = createClubRouter(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

// After the load event, so that it does not delay the first screen. In development the files have no fixed names, and a
// worker would serve old ones.
window.addEventListener('load', () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without it the app works as a normal page; a private window may forbid it.
  registerServiceWorker(navigator.serviceWorker, '/club/sw.js').catch(() => {});
});
