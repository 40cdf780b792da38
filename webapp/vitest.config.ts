// Component and unit tests: jsdom, with the network answered by msw.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react({ jsxImportSource: '@/ui/jsx' })],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://fairway.test/' } },
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    // Loading jsdom and the libraries for each file took half of the time; `tests/setup.ts` separates the files.
    isolate: false,
    setupFiles: ['./tests/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // By default one processor is left to others, which on two is half of them.
    maxWorkers: '100%',
    // A test of several screens takes many seconds where other programs keep the processors busy; a test that hangs must
    // still end.
    testTimeout: 90_000,
  },
});
