// What each route needs before it can be used, as the server sends it: the chunks that the built manifest names, and
// the compressed files beside them.
import { readFileSync, statSync } from 'node:fs';

const dist = new URL('../../../webapp/dist/', import.meta.url);

/** The entry and, behind the log-in, the menu around every screen. */
const AROUND = ['index.html'];
const AROUND_MEMBERS = ['index.html', 'src/app/Menu.tsx'];

/** Sizes in bytes, by route, in the order of their addresses. */
export function routeSizes() {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
  const prefix = 'src/app/routes/';
  return Object.keys(manifest)
    .filter((key) => key.startsWith(prefix) && key.includes('?tsr-split=component'))
    .map((key) => {
      const name = key.slice(prefix.length).replace(/\.tsx\?.*/, '');
      const parts = [...(name.startsWith('_member/') ? AROUND_MEMBERS : AROUND), ...parents(name, manifest), key];
      const files = parts.reduce((found, part) => collect(manifest, part, found), new Set());
      return { route: address(name), gzip: sum(files, '.gz'), brotli: sum(files, '.br') };
    })
    .toSorted((one, other) => one.route.localeCompare(other.route));
}

/** `_member/reservations.$reservationId.confirm` is `/reservations/$reservationId/confirm`. */
function address(name) {
  const path = name.replace(/^_member\//, '').replaceAll('.', '/').replace(/\/index$/, '');
  return `/${path}`;
}

/** Routes around a route that have a component of their own. */
function parents(name, manifest) {
  const words = name.split('.');
  return words
    .slice(0, -1)
    .map((_, index) => `src/app/routes/${words.slice(0, index + 1).join('.')}.tsx?tsr-split=component`)
    .filter((key) => key in manifest);
}

/** The chunk and everything it imports statically. */
function collect(manifest, key, files) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
  return files;
}

function sum(files, extension) {
  return [...files].reduce((total, file) => total + statSync(new URL(file + extension, dist)).size, 0);
}
