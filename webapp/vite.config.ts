// How the app is built: one origin, hashed files, the critical CSS inside the page, and a .br and .gz
// beside every text file, so that the server does not compress them.
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { inlineCriticalCss } from './scripts/inline-critical-css.ts';
import { retryImports, retryScreens } from './scripts/retry-imports.ts';
import { precompress } from './scripts/precompress.ts';
import { SERVICE_WORKER, serviceWorker } from './scripts/service-worker.ts';

const server = process.env['FAIRWAY_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig(async ({ mode }) => {
  const plugins: PluginOption[] = [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react({ jsxImportSource: '@/ui/jsx' }),
    retryScreens(),
    retryImports(),
    inlineCriticalCss(),
    serviceWorker(),
    precompress(),
  ];
  // `npm run dev:mock` answers /api from the sample data under tests/dev; no build contains it.
  if (mode === 'mock') plugins.push((await import('./tests/dev/mock-server.ts')).mockServer());

  return {
    plugins,
    resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
    build: {
      outDir: 'dist',
      target: 'es2023',
      // scripts/size.mjs reads from it what each screen loads first.
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // It only names the parts of the kit: a screen loads those that it uses.
        treeshake: { moduleSideEffects: [{ test: /src\/ui\/index\.ts$/, sideEffects: false }] },
        input: {
          app: fileURLToPath(new URL('./index.html', import.meta.url)),
          worker: fileURLToPath(new URL('./src/service-worker/sw.ts', import.meta.url)),
        },
        output: {
          // As short as they can be and still differ: the first load names a hundred files.
          entryFileNames: ({ name }: { name: string }) =>
            name === 'worker' ? SERVICE_WORKER : 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
          // The libraries of the first load change less often than the app, and each group is one file: it compresses
          // better than ten, and every screen would otherwise name the ten. `member` is what the screens after a log-in
          // share, `rounds` what those about a round do, both without the parts of libraries that the list of
          // reservations, the first of them, does not use.
          codeSplitting: {
            groups: [
              { name: 'base', priority: 3, tags: ['$initial' as const], test: /node_modules/ },
              {
                name: 'shell',
                priority: 2,
                test: /src\/(session\/|features\/auth\/(AuthCard|EmailField|LoginScreen\.module)|api\/(error|ownWrites|unauthorized|useSingleMutation)|ui\/(Alert|Announcer|Brand|Button|Card|CircleIcon|Field|Landscape|Page|PasswordField|TextField|announce|cx|navigation|optionalPart|loadWithRetry|serverContact|texts|useOnline))\b/,
              },
              {
                name: 'member',
                priority: 1,
                test: /node_modules\/(zod|@tanstack\/(react-query|query-core)(?!.*(ueries|nfiniteQuery|Prefetch))|lucide-react\/.*\/icons\/(calendar-(days|plus)|flag|mail|ticket|user-round|x)\.)|src\/(api\/(client|clock|http|generated\/(BonusUsed|LongestRound|Me|MonthAllowance|MyPlayrights|Playrights|Reserv\w+|RoundLength|Status)|me|position|rounds|tolerant|unreadable)|ui\/(Freshness|LoadFailure|device|Loaded|Region|ServerHtml|Skeleton|format|layout))\b/,
              },
              {
                name: 'rounds',
                test: /src\/features\/(waiting-list\/queries|reservations\/(BookingNumber|DateTile|Facts|PlayerRows|RouteTile|StartTime|cancellation|queries|roundText|startTime|status|useRoundDialogs|when|ReservationCard))\./,
              },
              // Forms and lists: each is small, and the first load would name twenty.
              {
                name: 'kit',
                minShareCount: 2,
                test: /src\/(features\/(kept-input\/useKept|profile\/(ProfilePart|telephone))|ui\/(BackLink|Badge|Checkbox|ConfirmDialog|Dialog|Disclosure|EmptyState|ErrorSummary|Fact|RadioGroup|SearchField|Select|browserName|code|fold|motion|press|reasons|search|useForm|useMedia|useStableCallback))\b/,
              },
              {
                name: 'wizard',
                test: /src\/features\/reservation-wizard\/(OrderSwitch|StepFrame|calendarDays)\b/,
              },
              { name: 'clubs', minShareCount: 2, test: /src\/features\/courses\// },
              // Small parts that two screens share.
              {
                name: 'shared',
                test: /@tanstack\/.*nfiniteQuery|src\/features\/(history\/byMonth|(calendar-feed|passkeys|sessions)\/queries)\b/,
              },
              {
                name: 'push',
                test: /src\/features\/push\/(browser|choice|confirmAddress|leave|Push\.module)\b/,
              },
              {
                name: 'waiting',
                test: /src\/features\/waiting-list\/(Countdown|waitingText|WaitingList\.module)\b/,
              },
              { name: 'icons', test: /lucide-react\/.*\/icons\//, minShareCount: 2 },
            ],
          },
        },
      },
    },
    server: mode === 'mock' ? {} : { proxy: { '/api': server } },
    preview: mode === 'mock' ? {} : { proxy: { '/api': server } },
  };
});
