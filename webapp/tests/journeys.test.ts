// Every spec takes its `test` from e2e/test.ts, which watches the responses: a spec with Playwright's own `test` would not
// notice a refusal.
import { expect, test } from 'vitest';

const specs = import.meta.glob<string>('../e2e/*.spec.ts', { query: '?raw', import: 'default', eager: true });

test('every journey is watched for refusals', () => {
  const unwatched = Object.entries(specs).filter(
    ([, source]) => !/\btest\b[^;]*from '\.\/test\.ts'/.test(source),
  );
  expect(Object.keys(specs).length).toBeGreaterThan(10);
  expect(unwatched.map(([path]) => path)).toEqual([]);
});
