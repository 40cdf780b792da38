import { afterEach, expect, test } from 'vitest';
import { violations } from './axe.ts';

afterEach(() => document.body.replaceChildren());

test('a field without a label is found', async () => {
  document.body.append(document.createElement('input'));
  expect(await violations()).toEqual(['label: <input>']);
});
