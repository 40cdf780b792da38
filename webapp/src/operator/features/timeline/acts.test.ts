import { expect, test } from 'vitest';
import type { LinkedEvent } from '../../api/generated/LinkedEvent.ts';
import type { TimelineEntry } from '../../api/generated/TimelineEntry.ts';
import { sampleEvent } from '../../../../tests/operator/samples.ts';
import { actsOf, countOfFuture, MOST_OF_ACT } from './acts.ts';
import { entryKey } from './queries.ts';

interface Told {
  readonly request?: string | null;
  readonly weight?: number;
  readonly day?: string;
}

const event = (
  sequence: number,
  { request = 'r', weight = 0, day = '2026-11-01' }: Told = {},
): LinkedEvent => ({
  ...sampleEvent(sequence),
  correlation_id: request,
  weight,
  at: `${day}T10:00:00+01:00`,
});
const act = (nth: number): TimelineEntry => ({
  at: '2026-11-01T10:00:00+01:00',
  act: 'disable',
  operator: 'Sam Bos',
  what: `act ${nth}`,
  reason: '',
});
const sizes = (entries: readonly TimelineEntry[]) => actsOf(entries).map((one) => one.entries.length);

test('neighbours of one request are one act, told by the heaviest, and of equals by the later', () => {
  const [one, ...others] = actsOf([
    event(5, { weight: 20 }),
    event(4, { weight: 80 }),
    event(3, { weight: 80 }),
  ]);
  expect(others).toEqual([]);
  expect(one?.head).toMatchObject({ position: 1012 });
});

test('another request, another day, an operators’ act and an event without a request end an act', () => {
  expect(sizes([event(4), event(3, { request: 's' }), event(2), event(1)])).toEqual([1, 1, 2]);
  expect(sizes([event(3), event(2, { day: '2026-10-31' }), event(1, { day: '2026-10-31' })])).toEqual([1, 2]);
  expect(sizes([event(2), act(1), event(1)])).toEqual([1, 1, 1]);
  expect(sizes([event(2, { request: null }), event(1, { request: null })])).toEqual([1, 1]);
  expect(actsOf([])).toEqual([]);
});

test('an import is several rows', () => {
  const entries = Array.from({ length: 2 * MOST_OF_ACT + 1 }, (_, index) => event(500 - index));
  expect(sizes(entries)).toEqual([MOST_OF_ACT, MOST_OF_ACT, 1]);
});

test('an act keeps its key when newer events of it come, and when earlier ones are read', () => {
  const [before] = actsOf([event(3), event(2)]);
  const [after] = actsOf([event(4), event(3), event(2), event(1)]);
  expect(after?.key).toBe(before?.key);
});

test('what came after a position as a whole is counted', () => {
  const acts = actsOf([event(5, { request: 's' }), act(1), event(4), event(3), event(2, { request: 't' })]);
  expect(acts.map(({ entries }) => entries.length)).toEqual([1, 1, 2, 1]);
  const of = (sequence: number) => countOfFuture(acts, 1000 + 3 * sequence);
  // Within the act of events 3 and 4 it is that act's own row that stands at the moment.
  expect([5, 4, 3, 2, 1].map(of)).toEqual([0, 2, 2, 3, 4]);
});

/** The same numbers each time, by a linear congruence. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function anyTimeline(seed: number): readonly TimelineEntry[] {
  const below = numbersFrom(seed);
  const requests = ['a', 'b', 'c', null];
  const length = below(700);
  // A few neighbours have one request for long, as those of an import.
  let request: string | null = 'a';
  return Array.from({ length }, (_, index) => {
    if (below(8) === 0) request = requests[below(requests.length)] ?? null;
    const day = `2026-11-${String(28 - Math.floor(index / 230)).padStart(2, '0')}`;
    return below(30) === 0 ? act(index) : event(length - index, { request, weight: below(100), day });
  });
}

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  'of any timeline (%i) every entry is told once',
  (seed) => {
    const entries = anyTimeline(seed);
    const acts = actsOf(entries);
    expect(acts.flatMap((one) => one.entries)).toEqual(entries);
    expect(new Set(acts.map(({ key }) => key)).size).toBe(acts.length);
    for (const one of acts) {
      expect(one.entries.length).toBeLessThanOrEqual(MOST_OF_ACT);
      expect(one.entries.map(({ at }) => at.slice(0, 10)).every((day) => day === one.day)).toBe(true);
      const requests = new Set(
        one.entries.map((entry) => ('position' in entry ? entry.correlation_id : entryKey(entry))),
      );
      expect(requests.size).toBe(1);
      const weights = one.entries.map((entry) => ('position' in entry ? (entry.weight ?? 0) : 0));
      expect(one.entries.indexOf(one.head)).toBe(weights.indexOf(Math.max(...weights)));
    }
    // No two rows that follow each other could have been one.
    for (const [index, one] of acts.entries()) {
      const [last, next] = [one.entries.at(-1), acts[index + 1]?.entries[0]];
      if (!last || !next || !('position' in last) || !('position' in next) || last.correlation_id === null)
        continue;
      const isOne = last.correlation_id === next.correlation_id && one.day === acts[index + 1]?.day;
      expect(isOne && one.entries.length < MOST_OF_ACT).toBe(false);
    }
  },
);

test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
  'pages give the rows of the whole (%i)',
  (seed) => {
    const entries = anyTimeline(seed);
    const whole = actsOf(entries);
    const part = actsOf(entries.slice(0, 100));
    // The last row of a part may go on in the next page.
    const complete = part.slice(0, -1).map(({ key }) => key);
    expect(whole.slice(0, complete.length).map(({ key }) => key)).toEqual(complete);
  },
);
