import { expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';

test.each(['/reservations', '/reservation/date', '/news?x=1#y'])('%s is a path of the portal', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/x\\y',
  'javascript:alert(1)',
  'reservations',
  '/auth/logout',
  '/auth/login?redirect=/auth/login',
])('%j is replaced by the list of reservations', (path) => {
  expect(safeRedirect(path)).toBe('/reservations');
});
