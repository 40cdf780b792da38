import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createPortal } from '../portal.ts';
import { differences } from './comparison.ts';
import { calls, type JsonSchema } from './description.ts';
import { schemas } from './schemas.ts';

/** Answers that the app does not read: files, the live stream, and what the payment provider calls. */
const NOT_READ = [
  'GET /calendar/feed/{file}',
  'GET /calendar/{file}',
  'GET /documents/algemene-voorwaarden.pdf',
  'GET /live',
  'GET /photos/{file}',
  'GET /vouchers/{file}',
  'POST /payments/webhook',
];

const described = calls.map(({ method, path }) => `${method} ${path}`);

test('every described call is read by a schema, and every schema reads a described call', () => {
  expect([...Object.keys(schemas), ...NOT_READ].toSorted()).toEqual(described.toSorted());
});

test.each(Object.keys(schemas))('the app reads whatever %s may answer', (call) => {
  const server = calls.find(({ method, path }) => `${method} ${path}` === call)?.answers['200'];
  const app = z.toJSONSchema(schemas[call]!, { io: 'input' }) as JsonSchema;
  expect(differences(server ?? {}, app)).toEqual([]);
});

test('the fake portal answers every call that the app makes', () => {
  const { routes } = createPortal('2026-11-25');
  const answered = new Set(Object.keys(routes).map((route) => route.replace('/:id', '/{id}')));
  const missing = Object.keys(schemas).filter((call) => {
    const [method, path] = call.split(' ') as [string, string];
    const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return ![...answered].some((route) => pattern.test(route));
  });
  expect(missing).toEqual([]);
});

test('every path that the source names is a described one', () => {
  const sources = import.meta.glob<string>(['../../src/**/*.ts', '../../src/**/*.tsx', '!**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const paths = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\bcall\(\s*[`'](\/[^`'?]*)/g)].map(([, path]) =>
      path!.replace(/([^/])\$\{.*\}$/, '$1').replaceAll(/\$\{[^}]*\}/g, 'x'),
    ),
  );
  const patterns = calls.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  expect(paths.length).toBeGreaterThan(20);
  const unknown = paths.filter((path) => !patterns.some((pattern) => pattern.test(path)));
  expect(unknown).toEqual([]);
});
