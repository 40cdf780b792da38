import { expect, test } from 'vitest';
import { isInputStored } from './storedInput.ts';

test('only a screen whose input is stored may promise so', () => {
  expect(isInputStored('/reservation/date')).toBe(false);
  sessionStorage.setItem('fairway:draft', '{}');
  expect(isInputStored('/reservation/date')).toBe(true);
  expect(isInputStored('/reservations')).toBe(false);
  expect(isInputStored('/reservations/1/addplayer')).toBe(false);
  sessionStorage.setItem('fairway:addition', '{}');
  expect(isInputStored('/reservations/1/addplayer')).toBe(true);
  expect(isInputStored('/profile')).toBe(false);
  sessionStorage.setItem('fairway:profile', '{}');
  expect(isInputStored('/profile')).toBe(true);
  expect(isInputStored('/contact')).toBe(false);
});
