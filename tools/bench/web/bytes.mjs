// The bytes that each route loads before it is usable, as the server sends them: the sizes of the compressed files of
// the route's chunks, which the built manifest lists.
import { readFileSync, statSync } from 'node:fs';

const dist = new URL('../../../webapp/dist/', import.meta.url);

/** The chunks that every route loads: the entry, and for logged-in members also the menu. */
const SHARED = ['index.html'];
const SHARED_BY_MEMBERS = ['index.html', 'src/app/Menu.tsx'];

/** Sizes in bytes, by route, in the order of their addresses. */
export function routeSizes() {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
  const prefix = 'src/app/routes/';
  return Object.keys(manifest)
    .filter((key) => key.startsWith(prefix) && key.includes('?tsr-split=component'))
    .map((key) => {
      const name = key.slice(prefix.length).replace(/\.tsx\?.*/, '');
      const shared = name.startsWith('_member/') ? SHARED_BY_MEMBERS : SHARED;
      const chunks = [...shared, ...parents(name, manifest), key];
      const files = chunks.reduce((found, chunk) => collect(manifest, chunk, found), new Set());
      return { route: address(name), gzip: sum(files, '.gz'), brotli: sum(files, '.br') };
    })
    .toSorted((one, other) => one.route.localeCompare(other.route));
}

/** `_member/reservations.$reservationId.confirm` is `/reservations/$reservationId/confirm`. */
function address(name) {
  const path = name.replace(/^_member\//, '').replaceAll('.', '/').replace(/\/index$/, '');
  return `/${path}`;
}

/** The chunks of a route's parent routes that have a component of their own. */
function parents(name, manifest) {
  const segments = name.split('.');
  return segments
    .slice(0, -1)
    .map((_, index) => `src/app/routes/${segments.slice(0, index + 1).join('.')}.tsx?tsr-split=component`)
    .filter((key) => key in manifest);
}

/** Adds the files of a chunk and of all its static imports. */
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
