import { expect, test } from 'vitest';
import { dotted, unbroken } from './format.ts';

/** The text with a `_` where no line can end. */
const shown = (text: string) => text.replaceAll('\u00a0', '_');

test.each([
  ['9 en 18 holes', '9_en 18_holes'],
  ['2 / 8 rondes, nog 6', '2_/_8_rondes, nog 6'],
  ['eerst vrij za 28 nov', 'eerst vrij za 28_nov'],
  ['geldig t/m vrijdag', 'geldig t/m vrijdag'],
])('%s keeps a number and what it counts on one line', (text, kept) => {
  expect(shown(unbroken(text))).toBe(kept);
});

test('a dot goes to the next line with the fact after it', () => {
  expect(shown(dotted(['Ermelo', '', '12 km', '9 en 18 holes']))).toBe('Ermelo ·_12_km ·_9_en 18_holes');
});
