import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { code } from './code.ts';

const cases = JSON.parse(readFileSync('../support/text/cases/code.json', 'utf8')) as [string, string][];

test.each(cases)('reads %j as %j, as the server does', (written, read) => {
  expect(code(written)).toBe(read);
});
