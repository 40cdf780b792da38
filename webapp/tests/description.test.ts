import { expect, test } from 'vitest';
import clubs from '../../docs/club-openapi.json' with { type: 'json' };
import members from '../../docs/openapi.json' with { type: 'json' };
import operators from '../../docs/operator-openapi.json' with { type: 'json' };
import { NEEDED } from '../src/api/tolerant.ts';
import { createClubhouse } from './club/clubhouse.ts';
import { calls, clubs as clubCalls, departuresOf } from './description.ts';
import { createPortal } from './portal.ts';

/** Calls that the app does not make: a file that is a link, the live stream, and what the payment provider calls. */
const NOT_CALLED = [
  'GET /calendar/feed/{file}',
  'GET /calendar/{file}',
  'GET /documents/algemene-voorwaarden.pdf',
  'GET /live',
  'GET /photos/{file}',
  'GET /vouchers/{file}',
  'POST /payments/webhook',
];

const described = calls.map(({ call }) => call);

const sources = import.meta.glob<string>(['../src/**/*.ts', '../src/**/*.tsx', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** The paths that the source names, with `x` for each part that is computed. */
const named = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/\bcall\(\s*[`'](\/[^`'?]*)/g)].map(([, path]) =>
    path!.replace(/([^/])\$\{.*\}$/, '$1').replaceAll(/\$\{[^}]*\}/g, 'x'),
  ),
);

test('every path that the source names is a described one', () => {
  expect(named.length).toBeGreaterThan(20);
  const unknown = named.filter(
    (path) => !calls.some(({ pattern }) => pattern.test(`GET ${path}`) || pattern.test(`POST ${path}`)),
  );
  expect(unknown).toEqual([]);
});

test('the fake portal answers every described call that the app makes', () => {
  const routes = Object.keys(createPortal('2026-11-25').routes).map((route) =>
    route.replace('/:id', '/{id}'),
  );
  const missing = calls.filter(({ pattern }) => !routes.some((route) => pattern.test(route)));
  expect(missing.map(({ call }) => call).toSorted()).toEqual(NOT_CALLED);
  expect(described).toEqual(expect.arrayContaining(NOT_CALLED));
});

/** The live stream, and what only the clubs' own systems call. */
const NOT_OF_SCREENS = [
  'GET /arrivals',
  'GET /course-state',
  'GET /live',
  'GET /quotas',
  'POST /arrivals',
  'POST /course-state',
];

test('the fake clubhouse answers every described call that the screens make', () => {
  const routes = Object.keys(createClubhouse().routes).map((route) =>
    route.replace('/:id', '/{id}').replace('[^/]+', '{id}'),
  );
  const missing = clubCalls.calls.filter(({ pattern }) => !routes.some((route) => pattern.test(route)));
  expect(missing.map(({ call }) => call).toSorted()).toEqual(NOT_OF_SCREENS);
});

const check = 'POST /reservations/players/check';
const nobody = { success: true, found: false, email: 'jan@fairway.example' };

test.each([
  ['as described', check, { email: 'a@b.nl' }, 200, nobody, []],
  ['a call that is not described', 'GET /nothing', {}, 200, {}, ['GET /nothing is not described']],
  ['a status that is not described', check, {}, 418, {}, [`${check} does not answer 418`]],
  ['a request without a field', check, {}, 200, nobody, [expect.stringMatching(/request: .*email/s)]],
  ['a request that is refused may be anything', check, {}, 422, { success: false, error: 'Nee.' }, []],
  [
    'an answer without a field',
    check,
    { email: 'a@b.nl' },
    200,
    { found: false },
    [expect.stringMatching(/answer 200: .*email/s)],
  ],
  [
    'an answer with a field that is not described',
    check,
    { email: 'a@b.nl' },
    200,
    { ...nobody, age: 7 },
    [expect.stringContaining('more than')],
  ],
])('%s', async (_, call, requestBody, status, body, problems) => {
  expect(await departuresOf({ call, requestBody, status, body })).toEqual(problems);
});

test('every date, instant and id of the descriptions is one that must be there', () => {
  const properties = [members, operators, clubs].flatMap(({ components }) =>
    Object.values(components.schemas as Record<string, { properties?: object }>).flatMap((schema) =>
      Object.entries((schema.properties ?? {}) as Record<string, { type?: unknown; format?: string }>),
    ),
  );
  const needed = properties.filter(
    ([, { type, format }]) => type === 'string' && /^(uuid|date|date-time)$/.test(format ?? ''),
  );
  expect(needed.length).toBeGreaterThan(40);
  expect(needed.map(([name]) => name).filter((name) => !NEEDED.test(name))).toEqual([]);
});
