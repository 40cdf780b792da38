import { expect, test, vi } from 'vitest';
import { codeOf } from '../../../../tests/club/daySamples.ts';
import { NOON, offlineList, TODAY, TOMORROW } from '../../../../tests/club/scans.ts';
import { onceEach } from './camera.ts';
import { canonical, hashOf, isBookingNumber, judge, noteArrival, prepare } from './judge.ts';

const list = offlineList();

test.each([
  ['698K20CKBGQ7', '698K20CKBGQ7'],
  [' 698k-2ock bgq7\n', '698K20CKBGQ7'],
  ['oOiIlL', '001111'],
])('%j is read as %s', (text, code) => expect(canonical(text)).toBe(code));

test.each([
  ['7K3Q-9F2M', true],
  ['7k3q 9f2m', true],
  ['oOiIlL00', true],
  ['7K3Q-9F2', false],
  ['7K3Q-9F2U', false],
  ['', false],
])('%j is a booking number: %s', (text, is) => expect(isBookingNumber(text)).toBe(is));

test('a code is found however it was typed', async () => {
  const index = prepare(list, []);
  const code = codeOf(1).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  const found = index.byHash.get(await hashOf(`${code.slice(0, 9)} - ${code.slice(9)}`));
  expect(judge(index, found, TODAY)).toMatchObject({ outcome: 'welcome', name: 'Speler1', holes: 18 });
  expect(index.byHash.get(await hashOf(codeOf(999)))).toBeUndefined();
});

test('the answers', () => {
  const index = prepare(list, []);
  expect(judge(index, undefined, TODAY).outcome).toBe('unknown');
  const tomorrow = judge(index, index.byPlace.get('place 901'), TODAY);
  expect(tomorrow).toMatchObject({ outcome: 'other_day', play_date: TOMORROW, name: 'Speler901' });
  // After midnight the list of the evening before still has the day.
  expect(judge(index, index.byPlace.get('place 901'), TOMORROW).outcome).toBe('welcome');
  const result = { nonce: 'n', ...judge(index, index.byPlace.get('place 1'), TODAY) };
  noteArrival(index, { result, scanned_at: '2026-11-29T09:10:00Z' });
  expect(judge(index, index.byPlace.get('place 1'), TODAY)).toMatchObject({
    outcome: 'already',
    first_at: '2026-11-29T09:10:00Z',
    first_by: null,
  });
});

test('a booking number has its players', () => {
  const players = prepare(list, []).byNumber.get(canonical('7k3q 9f2m'));
  expect(players?.map(({ player }) => player.short_name)).toEqual(['Speler1', 'Speler2']);
});

test('a newer list knows better than the scans that were sent before it', () => {
  const result = { nonce: 'n', ...judge(prepare(list, []), prepare(list, []).byPlace.get('place 1'), TODAY) };
  const scan = { nonce: 'n', order: 1, club: 'c', method: 'camera', result, state: 'sent' } as const;
  const moment = { day: TODAY, scanned_at: '2026-11-29T09:10:00Z', origin: 0, steady: 0 };
  const sentAt = (answeredAt: number) =>
    prepare(list, [{ ...scan, ...moment, answeredAt }]).arrivals.has('place 1');
  expect(sentAt(NOON + 1)).toBe(true);
  // For one, the arrival was annulled.
  expect(sentAt(NOON - 1)).toBe(false);
});

test('a code in front of the camera is one scan', () => {
  const at = vi.spyOn(performance, 'now');
  const read = vi.fn<(code: string) => void>();
  const report = onceEach(read);
  for (const [time, code] of [
    [0, 'A'],
    [2_900, 'A'],
    [5_800, 'A'],
    [5_900, 'B'],
    [9_000, 'B'],
  ] as const) {
    at.mockReturnValue(time);
    report(code);
  }
  expect(read.mock.calls.flat()).toEqual(['A', 'B', 'B']);
});
