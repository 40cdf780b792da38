import { expect, test } from 'vitest';
import { ScanResult } from '@/club/api/generated/ScanResult.ts';
import { answerOf } from './answers.ts';

test('an outcome that only a newer server knows is read, and told as recorded', () => {
  const result = ScanResult.parse({
    nonce: 'n',
    outcome: 'too_early',
    name: 'Jan de Vries',
    place: 'p',
    booking_number: '7K3Q-9F2M',
    holes: 18,
    first_at: null,
    first_by: null,
    play_date: null,
    club_name: null,
  });
  const moment = { day: '2026-11-29', scanned_at: '2026-11-29T12:00:00Z', origin: 0, steady: 0 };
  const scan = {
    nonce: 'n',
    order: 1,
    club: 'c',
    method: 'camera',
    state: 'sent',
    ...moment,
    result,
  } as const;
  expect(answerOf(scan)).toMatchObject({ kind: 'unknown', title: 'Scan bewaard', name: 'Jan de Vries' });
});
