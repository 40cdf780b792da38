import { expect, test } from 'vitest';
import { clustersOf } from './clusters.ts';

const groups = (points: readonly (readonly [number, number])[]) =>
  clustersOf(points, ([x, y]) => ({ x, y }), 10);

test('what is nearer to the first of a group than the distance belongs to it', () => {
  expect(groups([])).toEqual([]);
  expect(
    groups([
      [0, 0],
      [9, -9],
      [10, 0],
      [19, 0],
      [0, 10],
    ]),
  ).toEqual([
    [
      [0, 0],
      [9, -9],
    ],
    [
      [10, 0],
      [19, 0],
    ],
    [[0, 10]],
  ]);
});
