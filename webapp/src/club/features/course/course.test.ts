import { expect, test } from 'vitest';
import { isNews, isSame, NEW, reportText, written } from './course.ts';

const partly = { status: 'partly', winter_greens: true, no_carts: false, note: 'Hole 4 is dicht' } as const;

test('a report reads as the players read it', () => {
  expect(reportText(NEW)).toBe('open');
  expect(reportText(partly)).toBe('deels open ·\u00a0wintergreens ·\u00a0Hole 4\u00a0is dicht');
});

test('players are told of what is not plain, and that it is over', () => {
  expect(isNews(NEW, undefined)).toBe(false);
  expect(isNews(NEW, NEW)).toBe(false);
  expect(isNews(partly, undefined)).toBe(true);
  expect(isNews(NEW, partly)).toBe(true);
  expect(isNews({ ...NEW, no_carts: true }, NEW)).toBe(true);
});

test('only what differs can be said', () => {
  expect(isSame(NEW, undefined)).toBe(false);
  expect(isSame({ ...partly }, partly)).toBe(true);
  expect(isSame({ ...partly, winter_greens: false }, partly)).toBe(false);
});

test('a course that is open again loses what was said before, and keeps what is written now', () => {
  expect(written(partly, { status: 'open' })).toEqual(NEW);
  expect(written(partly, { status: 'open', note: 'Welkom' })).toEqual({ ...NEW, note: 'Welkom' });
  expect(written(partly, { status: 'closed' })).toEqual({ ...partly, status: 'closed' });
  const winter = { ...partly, status: 'open' } as const;
  expect(written(winter, { status: 'open' })).toEqual(winter);
});
