// How the operators' screens are built: an entry of their own under /operator/, so that no byte of them is in what a
// member loads. Their page has no inline styles, so the server needs no hash of it in its Content-Security-Policy.
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { precompress } from './scripts/precompress.ts';
import { preloadFonts } from './scripts/preload-fonts.ts';
import { retryImports } from './scripts/retry-imports.ts';

const server = process.env['FAIRWAY_API'] ?? 'http://127.0.0.1:8080';
/** No path of the API has a dot. During development the sources in `src/operator/api` are below the same address. */
const API = '^/operator/api/[^.?]*(\\?|$)';
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig(async ({ mode }) => {
  const plugins: PluginOption[] = [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path('./src/operator/app/routes'),
      generatedRouteTree: path('./src/operator/app/routeTree.gen.ts'),
    }),
    react({ jsxImportSource: '@/ui/jsx' }),
    retryImports({ handlesFailures: true }),
    preloadFonts(),
    precompress(),
  ];
  // `npm run dev:operator:mock` answers /operator/api from tests/operator; no build contains it.
  if (mode === 'mock') plugins.push((await import('./tests/operator/mock-server.ts')).mockServer());
  const proxy = mode === 'mock' ? {} : { [API]: server };
  return {
    root: path('./src/operator'),
    base: '/operator/',
    // The icon is the members' one, at the root.
    publicDir: false as const,
    cacheDir: path('./node_modules/.vite-operator'),
    plugins,
    resolve: { alias: { '@': path('./src') } },
    build: {
      outDir: path('./dist/operator'),
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // 13 kB in all: a screen whose style sheet could not be loaded would be shown without it at the next attempt.
      cssCodeSplit: false,
      rolldownOptions: {
        // It only names the parts of the kit: a screen loads those that it uses.
        treeshake: { moduleSideEffects: [{ test: /src\/(operator\/)?ui\/index\.ts$/, sideEffects: false }] },
        output: {
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
