import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { tolerant, withAbsentFields } from './tolerant.ts';

const club = z.object({ name: z.string(), kind: z.enum(['links', 'park']) });
const clubs = z.object({ data: z.array(club) });
const clubsByKey = z.object({ data: z.record(z.string(), club) });

test('a row that cannot be read is left out, and the others stay; it is reported once', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const list = [{ name: 'Duinrand', kind: 'links' }, { name: 'Maasoever', kind: 'island' }, null];
  expect(z.parse(tolerant(clubs), { data: list })).toEqual({ data: [{ name: 'Duinrand', kind: 'links' }] });
  expect(z.parse(tolerant(clubsByKey), { data: { a: list[0], b: list[1] } })).toEqual({
    data: { a: list[0] },
  });
  expect(error).toHaveBeenCalledOnce();
});

test('what is no list at all is a failure', () => {
  expect(z.safeParse(tolerant(clubs), { data: { name: 'Duinrand' } }).success).toBe(false);
  expect(z.safeParse(tolerant(clubsByKey), { data: [] }).success).toBe(false);
});

test('rows are left out at any depth, also where a part may be absent or null', () => {
  const region = z.object({ clubs: z.nullable(z.array(club)), best: z.optional(z.nullable(clubs)) });
  const answer = z.object({ regions: z.array(region) });
  const good = { name: 'Duinrand', kind: 'links' };
  const regions = [
    { clubs: [good, {}], best: { data: [{}, good] } },
    { clubs: null, best: null },
    { clubs: 'none' },
  ];
  expect(z.parse(tolerant(answer), { regions })).toEqual({
    regions: [
      { clubs: [good], best: { data: [good] } },
      { clubs: null, best: null },
    ],
  });
});

test('a text that cannot be read costs its whole row', () => {
  const flights = z.object({ data: z.array(z.object({ players: z.array(z.string()) })) });
  const data = [{ players: ['jan@fairway.example', 7] }, { players: ['piet@fairway.example'] }];
  expect(z.parse(tolerant(flights), { data })).toEqual({ data: [data[1]] });
});

const round = z.object({
  id: z.string(),
  play_date: z.string(),
  city: z.string(),
  notice: z.nullable(z.string()),
  free_slots: z.number(),
});
const needed = { id: 'a', play_date: '2026-11-25', free_slots: 2 };

test('a text that an older server does not send is empty, and what may be null is null', () => {
  const read = { ...needed, city: '', notice: null };
  expect(z.parse(withAbsentFields(z.object({ data: round })), { data: needed })).toEqual({ data: read });
  expect(z.parse(withAbsentFields(round), { ...needed, city: null })).toEqual(read);
  expect(z.parse(withAbsentFields(z.array(round)), [needed])).toEqual([read]);
  expect(z.parse(tolerant(z.array(round)), [needed, { ...needed, free_slots: null }])).toEqual([read]);
});

test('what identifies or dates a thing, and a number, is not made up', () => {
  for (const field of ['id', 'play_date', 'free_slots']) {
    expect(z.safeParse(withAbsentFields(round), { ...needed, [field]: undefined }).success).toBe(false);
  }
  expect(z.safeParse(withAbsentFields(z.array(round)), [needed, {}]).success, 'a list as a whole').toBe(
    false,
  );
});
