import { expect, onTestFinished, test, vi } from 'vitest';
import { startSession } from '@/session/session.ts';
import { emptyDraft } from './draft.ts';
import { dispatch, getDraft, parseStored, submissionKey } from './draftStore.ts';

const owner = 'jan@fairway.example';
const stored = (draft: object, by = owner) =>
  JSON.stringify({ owner: by, draft: { ...emptyDraft, ...draft } });

test('a stored draft is restored completely', () => {
  const draft = parseStored(stored({ holes: 18, date: '2026-11-28' }), owner, '2026-11-25');
  expect(draft).toEqual({ ...emptyDraft, holes: 18, date: '2026-11-28' });
});

test('a draft that an earlier version of the app stored is restored', () => {
  const { returnsToOverview: _, ...earlier } = emptyDraft;
  const text = JSON.stringify({ owner, draft: { ...earlier, holes: 9 } });
  expect(parseStored(text, owner, '2026-11-25')).toEqual({ ...emptyDraft, holes: 9 });
});

test.each([
  ['nothing', null],
  ['no JSON', '{oops'],
  ['eleven holes', stored({ holes: 11 })],
  ['a malformed date', stored({ date: 'morgen' })],
  ['five players', stored({ players: Array.from({ length: 5 }, () => ({})) })],
  ["another member's draft", stored({ holes: 9 }, 'sanne@fairway.example')],
])('%s is discarded', (_, text) => {
  expect(parseStored(text, owner, '2026-11-25')).toEqual(emptyDraft);
});

test.each([
  ['in the past', '2026-11-24'],
  ['after the booking window', '2026-12-16'],
])('a date %s is removed, with a message', (_, date) => {
  const draft = parseStored(
    stored({ holes: 9, date, submission: { key: 'k', rejected: false } }),
    owner,
    '2026-11-25',
  );
  expect(draft).toMatchObject({ holes: 9, date: null, submission: null });
  expect(draft.dropped).toContain('niet meer te reserveren');
});

test('a tab that stays open over midnight removes the day that has passed, but not of an order that was sent', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T23:59:00+01:00'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  startSession('t', 'karin@fairway.example');
  dispatch({ type: 'choose-date', date: '2026-11-25' });
  const key = submissionKey();
  vi.setSystemTime(new Date('2026-11-26T00:01:00+01:00'));
  expect(getDraft()).toMatchObject({ date: '2026-11-25', submission: { key } });

  dispatch({ type: 'rejected', key });
  expect(getDraft()).toMatchObject({ date: null, submission: null });
  expect(getDraft().dropped).toContain('niet meer te reserveren');
  expect(getDraft()).toBe(getDraft());
});

test('an order retains its key, and each member has a separate draft', () => {
  startSession('t', 'jan@fairway.example');
  dispatch({ type: 'choose-holes', holes: 9 });
  const key = submissionKey();
  expect(submissionKey()).toBe(key);
  expect(sessionStorage.getItem('fairway:draft')).toContain(key);

  startSession('t', 'sanne@fairway.example');
  expect(getDraft()).toEqual(emptyDraft);
});
