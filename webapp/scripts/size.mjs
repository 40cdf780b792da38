// Measures the compressed JavaScript that a screen needs before it can be used, and fails above the budget.
// Run after `npm run build`.
import { readFileSync, statSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** In bytes: the log-in is the first screen of a visitor, the list of reservations that of a member. */
const budgets = [
  {
    screen: '/auth/login',
    entries: ['index.html', routeOf('auth/login')],
    gzip: 117_000,
    brotli: 100 * 1024,
  },
  {
    screen: '/reservations',
    entries: ['index.html', 'src/app/Menu.tsx', routeOf('_member/reservations.index')],
    gzip: 142_000,
    brotli: 122 * 1024,
  },
];

function routeOf(name) {
  const key = Object.keys(manifest).find((k) => k.startsWith(`src/app/routes/${name}.tsx?`));
  if (!key) throw new Error(`no chunk for route ${name}`);
  return key;
}

/** The chunk and everything it imports statically. */
function collect(key, files) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported, files);
  return files;
}

let failed = false;
for (const { screen, entries, ...limits } of budgets) {
  const files = entries.reduce((found, entry) => collect(entry, found), new Set());
  for (const [kind, extension] of [
    ['gzip', '.gz'],
    ['brotli', '.br'],
  ]) {
    const bytes = [...files].reduce((sum, file) => sum + statSync(new URL(file + extension, dist)).size, 0);
    const limit = limits[kind];
    const over = limit !== undefined && bytes > limit;
    failed ||= over;
    const verdict =
      limit === undefined ? '' : ` of ${(limit / 1000).toFixed(1)} kB${over ? '  TOO MUCH' : ''}`;
    console.log(`${screen.padEnd(14)} ${kind.padEnd(6)} ${(bytes / 1000).toFixed(1)} kB${verdict}`);
  }
}
process.exitCode = failed ? 1 : 0;
