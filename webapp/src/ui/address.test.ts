import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressProblem, bareAddress } from './address.ts';

const cases = JSON.parse(readFileSync('../support/text/cases/address.json', 'utf8')) as [string, string][];

test.each(cases)('reads the address in %j as %j, as the server does', (written, read) => {
  expect(bareAddress(written)).toBe(read);
});

test.each([
  ['jan@x.nl', undefined],
  ['jan@münchen-golf.nl', undefined],
  ['a@x.nl;b@y.nl', 'Vul één e-mailadres tegelijk in.'],
  ['a@x.nl b@y.nl', 'Vul één e-mailadres tegelijk in.'],
  ['jan', 'Vul een e-mailadres in, zoals naam@voorbeeld.nl.'],
  ['jan@', 'Vul een e-mailadres in, zoals naam@voorbeeld.nl.'],
])('says what is wrong with %j', (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
});
