// Rejects imports in the wrong direction (`app` → `features` → `ui`, `api` → `session`) and features that use
// each other in a circle. Circles between files are oxlint's (`import/no-cycle`). The operators' and the clubs' screens have
// the same folders below `operator/` and `club/`; of the members' app they may use the primitives only.
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const mayUse: Record<string, readonly string[]> = {
  app: ['features', 'ui', 'api', 'session'],
  features: ['ui', 'api', 'session'],
  ui: [],
  api: ['session'],
  session: [],
  'service-worker': [],
  'operator/app': ['operator/features', 'operator/ui', 'operator/api', 'ui'],
  'operator/features': ['operator/ui', 'operator/api', 'ui'],
  'operator/ui': ['operator/api', 'ui'],
  'operator/api': [],
  'club/app': ['club/features', 'club/ui', 'club/api', 'ui'],
  'club/features': ['club/ui', 'club/api', 'ui'],
  'club/ui': ['club/api', 'ui'],
  'club/api': ['ui'],
  'club/service-worker': ['service-worker'],
};
/** Of the members' `api` and `session`, these know no address and no member. */
const FOR_ALL: readonly string[] = [
  'api/clock.ts',
  'api/error.ts',
  'api/http.ts',
  'api/queryClient.ts',
  'api/tolerant.ts',
  'api/unauthorized.ts',
  'api/useSingleMutation.ts',
  'session/requireStorage.ts',
];

const sources = import.meta.glob<string>(['../src/**/*.{ts,tsx}', '!../src/**/*.{test,gen}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Each import between the app's own files: the importing file and its target. */
const imports = Object.entries(sources).flatMap(([path, source]) => {
  const file = path.replace('../src/', '');
  const found = source.matchAll(/(?:from |import |import\()'(@\/|\.\.?\/)([^']+)'/g);
  return [...found].map(([, start = '', rest = '']) => ({
    file,
    target: start === '@/' ? rest : posix.join(posix.dirname(file), start + rest),
  }));
});

const folder = (file: string) => /^((operator|club)\/)?[^/]+/.exec(file)?.[0] ?? '';
const feature = (file: string) => /^((operator|club)\/)?features\/[^/]+/.exec(file)?.[0] ?? '';

test('folders use each other in one direction', () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      !(/^(operator|club)\//.test(file) && FOR_ALL.includes(target)) &&
      folder(file) !== folder(target) &&
      !mayUse[folder(file)]?.includes(folder(target)),
  );
  expect(imports.length).toBeGreaterThan(500);
  expect(wrong.filter(({ file }) => file.includes('/'))).toEqual([]);
});

test('features do not use each other in a circle', () => {
  const uses = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const [from, to] = [feature(file), feature(target)];
    if (from && to && from !== to) uses.set(from, (uses.get(from) ?? new Set()).add(to));
  }
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of uses.get(from) ?? []) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  expect([...uses.keys()].filter((name) => reach(name).has(name))).toEqual([]);
});
