import { expect, test } from 'vitest';
import { drawingOf, HEIGHT, WIDTH } from './clubDrawing.ts';

const ids = Array.from({ length: 40 }, (_, index) => `baan-${index}`);

test('a club has the same drawing every time, and no other club has it', () => {
  expect(drawingOf('duinrand')).toEqual(drawingOf('duinrand'));
  expect(new Set(ids.map((id) => JSON.stringify(drawingOf(id)))).size).toBe(ids.length);
  expect(new Set(ids.map((id) => drawingOf(id).look))).toEqual(new Set([0, 1, 2, 3]));
});

test('the flag is always in the picture, and the trees are beside it', () => {
  for (const { flag, trees } of ids.map(drawingOf)) {
    expect(flag.x > 0 && flag.x < WIDTH && flag.y - 30 > 0 && flag.y < HEIGHT).toBe(true);
    expect(trees.length).toBeGreaterThan(0);
    for (const { x } of trees) expect(x >= 0 && x <= WIDTH).toBe(true);
  }
});
