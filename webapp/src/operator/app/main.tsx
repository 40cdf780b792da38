// Starts the operators' screens in their page.
import '@/session/requireStorage.ts';
import '@/ui/styles/global.css';
import './failedImports.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyStoredTheme } from '@/ui/theme.ts';
import { createQueryClient } from '@/api/queryClient.ts';
import { createOperatorRouter } from './router.tsx';

applyStoredTheme();
const queryClient = createQueryClient();
const router = createOperatorRouter(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
