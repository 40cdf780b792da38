// How the clubs' screens are built: an entry of their own under /club/, with a service worker of their own. As on the
// operators' page there are no inline styles, so the server needs no hash of them in its Content-Security-Policy.
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { precompress } from './scripts/precompress.ts';
import { preloadFonts } from './scripts/preload-fonts.ts';
import { retryImports, retryScreens } from './scripts/retry-imports.ts';
import { SERVICE_WORKER, serviceWorker } from './scripts/service-worker.ts';

const server = process.env['FAIRWAY_API'] ?? 'http://127.0.0.1:8080';
/** Of the API only the files of a statement have a dot. During development the sources in `src/club/api` are below the same address. */
const API = '^/club/api/([^.?]*|statements/[^?]*)(\\?|$)';
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig(async ({ mode }) => {
  const plugins: PluginOption[] = [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path('./src/club/app/routes'),
      generatedRouteTree: path('./src/club/app/routeTree.gen.ts'),
    }),
    react({ jsxImportSource: '@/ui/jsx' }),
    retryScreens(),
    retryImports(),
    preloadFonts(),
    serviceWorker(),
    precompress(),
  ];
  // `npm run dev:club:mock` answers /club/api from tests/club; no build contains it.
  if (mode === 'mock') plugins.push((await import('./tests/club/mock-server.ts')).mockServer());
  const proxy = mode === 'mock' ? {} : { [API]: server };
  return {
    root: path('./src/club'),
    base: '/club/',
    publicDir: path('./src/club/public'),
    cacheDir: path('./node_modules/.vite-club'),
    plugins,
    resolve: { alias: { '@': path('./src') } },
    build: {
      outDir: path('./dist/club'),
      emptyOutDir: true,
      target: 'es2023',
      // scripts/size.mjs reads from it what each screen loads first.
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One small sheet: a screen whose own could not be loaded would be shown without it at the next attempt.
      cssCodeSplit: false,
      rolldownOptions: {
        // It only names the parts of the kit: a screen loads those that it uses.
        treeshake: { moduleSideEffects: [{ test: /src\/ui\/index\.ts$/, sideEffects: false }] },
        input: {
          app: path('./src/club/index.html'),
          worker: path('./src/club/service-worker/sw.ts'),
        },
        output: {
          // Browsers look for a new worker under the old address.
          entryFileNames: ({ name }: { name: string }) =>
            name === 'worker' ? SERVICE_WORKER : 'assets/[name]-[hash:7].js',
          codeSplitting: {
            groups: [
              // The libraries change less often than the screens.
              { name: 'base', priority: 1, tags: ['$initial' as const], test: /node_modules/ },
              // In one style sheet, which begins with the order of the layers.
              { name: 'kit', priority: 1, tags: ['$initial' as const], test: /src\/ui\// },
              { name: 'icons', test: /lucide-react\/.*\/icons\//, minShareCount: 2 },
            ],
          },
        },
      },
    },
    server: { proxy },
    preview: { proxy },
  };
});
