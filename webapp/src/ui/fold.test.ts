import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findAll, fold } from './fold.ts';

const cases = JSON.parse(readFileSync('../support/text/cases/fold.json', 'utf8')) as [string, string][];

test.each(cases)('folds %j into %j, as the server and the database do', (written, folded) => {
  expect(fold(written)).toBe(folded);
});

test('positions are those of the original text where one letter becomes two', () => {
  expect(findAll('de Straße ’s avonds', fold("STRASSE 'S"))).toEqual([{ from: 3, to: 12 }]);
});
