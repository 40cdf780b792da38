// Measures the compressed JavaScript that a screen needs before it can be used, and fails above the budget.
// Run after `npm run build`.
import { readFileSync, statSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
const clubs = new URL('club/', dist);
const manifests = new Map(
  [dist, clubs].map((build) => [
    build,
    JSON.parse(readFileSync(new URL('.vite/manifest.json', build), 'utf8')),
  ]),
);

/**
 * In bytes: the log-in is the first screen of a visitor, the list of reservations that of a member, and the arrivals of
 * today that of a club's device.
 */
const budgets = [
  {
    screen: '/auth/login',
    build: dist,
    entries: ['index.html', routeOf(dist, 'src/app/routes/auth/login')],
    gzip: 117_000,
    brotli: 100 * 1024,
  },
  {
    screen: '/reservations',
    build: dist,
    entries: ['index.html', 'src/app/Menu.tsx', routeOf(dist, 'src/app/routes/_member/reservations.index')],
    gzip: 142_200,
    brotli: 122.5 * 1024,
  },
  {
    screen: '/club/login',
    build: clubs,
    entries: ['index.html', routeOf(clubs, 'app/routes/login')],
    brotli: 120_000,
  },
  {
    screen: '/club/',
    build: clubs,
    entries: [
      'index.html',
      'features/scan/QueueState.tsx',
      routeOf(clubs, 'app/routes/_inside'),
      routeOf(clubs, 'app/routes/_inside/index'),
    ],
    brotli: 132_000,
  },
];

function routeOf(build, name) {
  const key = Object.keys(manifests.get(build)).find((k) => k.startsWith(`${name}.tsx?`));
  if (!key) throw new Error(`no chunk for route ${name}`);
  return key;
}

/** The chunk and everything it imports statically. */
function collect(build, key, files) {
  const chunk = manifests.get(build)[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(build, imported, files);
  return files;
}

let failed = false;
for (const { screen, build, entries, ...limits } of budgets) {
  const files = entries.reduce((found, entry) => collect(build, entry, found), new Set());
  for (const [kind, extension] of [
    ['gzip', '.gz'],
    ['brotli', '.br'],
  ]) {
    const bytes = [...files].reduce((sum, file) => sum + statSync(new URL(file + extension, build)).size, 0);
    const limit = limits[kind];
    const over = limit !== undefined && bytes > limit;
    failed ||= over;
    const verdict =
      limit === undefined ? '' : ` of ${(limit / 1000).toFixed(1)} kB${over ? '  TOO MUCH' : ''}`;
    console.log(`${screen.padEnd(14)} ${kind.padEnd(6)} ${(bytes / 1000).toFixed(1)} kB${verdict}`);
  }
}
process.exitCode = failed ? 1 : 0;
