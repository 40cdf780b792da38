import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Alternative } from '../../api/generated/Alternative.ts';
import type { AskedRound } from '../../api/generated/AskedRound.ts';
import type { ExplainAnswer } from '../../api/generated/ExplainAnswer.ts';
import { loggedIn, openScreen, refusal, type Answers } from '../login/openScreen.test.support.tsx';
import { byKind } from './byKind.ts';
import { readSearch, requestOf, searchOf } from './question.ts';

const SENTENCE = 'Heeft al een ronde op deze dag.';
const no: ExplainAnswer = {
  question: 'Can Jan de Vries book 18 holes at De Wilgenhoek on Saturday 28 November 2026 with Tom Mulder?',
  at: '2026-11-25T11:04:03+01:00',
  caveats: ['The club’s settings are today’s.'],
  findings: [
    { rule: 'profile', section: '§3', player: null, mark: 'pass', behind: ['complete'] },
    {
      rule: 'one round a day',
      section: '§3.4',
      player: 'Tom Mulder',
      mark: 'refuses',
      behind: ['1 round on 28 November', 'booked at position 4799'],
    },
    { rule: 'free places', section: '§3.6', player: null, mark: 'refuses_too', behind: ['0 of 40 free'] },
  ],
  bookable: false,
  code: 'already_plays',
  sentence: SENTENCE,
  rights: [],
  hints: ['Position 4798 asks as it was before that round was booked.'],
};
const yes: ExplainAnswer = {
  ...no,
  findings: [no.findings[0]!],
  bookable: true,
  code: null,
  sentence: null,
  rights: [{ member: '1', name: 'Jan de Vries', called: 'pass “Gold”', right: {} }],
  hints: [],
};
const asked: AskedRound = {
  member: 'jan@fairway.example',
  date: '2026-11-28',
  club: 'de-wilgenhoek',
  holes: 18,
  with: ['tom@fairway.example'],
  at: null,
};
const alternative = (kind: Alternative['kind'], change: string, bookable: boolean): Alternative => ({
  kind,
  change,
  bookable,
  request: { ...asked, with: [] },
  sentence: bookable ? null : SENTENCE,
});

const ADDRESS =
  '/why?member=jan%40fairway.example&date=2026-11-28&club=de-wilgenhoek&holes=18&with=tom%40fairway.example';
const answers: Answers = {
  ...loggedIn('support'),
  'GET /clubs': () => ({
    body: {
      clubs: [
        { id: 'de-wilgenhoek', name: 'De Wilgenhoek', holes: [9, 18] },
        { id: 'het-duin', name: 'Het Duin', holes: [9] },
      ],
    },
  }),
  'POST /explain': ({ body }) => ({ body: (body as AskedRound).with.length > 0 ? no : yes }),
  'POST /what-if': () => ({
    body: {
      alternatives: [
        alternative('day', 'on Sunday 29 November 2026', false),
        alternative('player', 'without anybody', false),
        alternative('player', 'without Tom Mulder', true),
      ],
    },
  }),
};

test('an address is the question: form, verdict, first refusal and all rules', async () => {
  const { bodiesOf } = openScreen(ADDRESS, answers);
  const verdict = within(await screen.findByRole('region', { name: 'No: not bookable' }));
  expect(verdict.getByRole('heading', { name: 'No: not bookable' })).not.toHaveFocus();
  expect(verdict.getByText(/Can Jan de Vries book/).parentElement).toHaveTextContent('25 Nov 2026 11:04:03');
  expect(verdict.getByText(/Refused by/)).toHaveTextContent(
    'Refused by one round a day: already plays, for Tom Mulder',
  );
  const sources = screen.getByText(/one round a day §3.4, free places §3.6/).closest('details');
  expect(sources).not.toHaveAttribute('open');
  expect(sources).toHaveTextContent('already_plays');
  expect(verdict.getByText('1 round on 28 November')).toBeVisible();
  expect(verdict.getByText(SENTENCE)).toHaveAttribute('lang', 'nl');

  const rules = within(screen.getByRole('region', { name: 'All rules, in their order' }));
  const lines = rules.getAllByRole('listitem').filter((line) => line.parentElement?.tagName === 'OL');
  // The word carries the mark, not its colour.
  expect(lines.map((line) => /^(passes|refuses too|refuses)/.exec(line.textContent)?.[0])).toEqual([
    'passes',
    'refuses',
    'refuses too',
  ]);
  expect(screen.getByText(/settings are today’s/)).toBeVisible();
  expect(screen.getByText(/Position 4798/)).toBeVisible();

  expect(screen.getByLabelText('Member')).toHaveValue('jan@fairway.example');
  expect(screen.getByLabelText('Companion 1')).toHaveValue('tom@fairway.example');
  await waitFor(() => expect(screen.getByLabelText('Club')).toHaveDisplayValue('De Wilgenhoek'));
  expect(bodiesOf('POST /explain')).toEqual([asked]);
});

test('what-if leads to the changed question at its own address', async () => {
  const { router } = openScreen(ADDRESS, answers);
  const players = within(await screen.findByRole('region', { name: 'Other players' }));
  expect(players.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'without Tom Mulder',
    'without anybody',
  ]);
  await userEvent.click(players.getByRole('link', { name: 'without Tom Mulder' }));
  const verdict = within(await screen.findByRole('region', { name: 'Yes: bookable' }));
  expect(verdict.getByRole('heading', { name: 'Yes: bookable' })).toHaveFocus();
  expect(verdict.getByText('Jan de Vries: pass “Gold”')).toBeVisible();
  expect(router.state.location.search).not.toHaveProperty('with');
  expect(screen.getByLabelText('Companion 1')).toHaveValue('');
});

test('asking without a required answer asks nobody, and leads to the field', async () => {
  const { sent } = openScreen('/why', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Explain' }));
  const member = screen.getByLabelText('Member');
  expect(member).toHaveFocus();
  expect(member).toHaveAccessibleDescription(/^Choose the member who books/);
  expect(screen.getByText('Choose a club.')).toBeVisible();
  expect(sent.some(({ call }) => call === 'POST /explain')).toBe(false);
});

test('the form becomes the address', async () => {
  const { router, bodiesOf } = openScreen('/why', answers);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Member'), ' jan@fairway.example ');
  await user.type(screen.getByLabelText('Date of the round'), '2026-11-28');
  await user.selectOptions(
    screen.getByLabelText('Club'),
    await screen.findByRole('option', { name: 'De Wilgenhoek' }),
  );
  await user.type(screen.getByLabelText('Companion 2'), 'tom@fairway.example');
  await user.type(screen.getByLabelText('Moment (optional)'), '4812');
  await user.click(screen.getByRole('button', { name: 'Explain' }));
  await screen.findByRole('region', { name: 'No: not bookable' });
  expect(router.state.location.search).toEqual({
    member: 'jan@fairway.example',
    date: '2026-11-28',
    club: 'de-wilgenhoek',
    with: 'tom@fairway.example',
    at: '4812',
  });
  expect(bodiesOf('POST /explain')).toEqual([{ ...asked, holes: null, at: '4812' }]);
});

test('a moment that cannot be read is said beside its field', async () => {
  openScreen(`${ADDRESS}&at=yesterday`, {
    ...answers,
    'POST /explain': () => refusal(422, 'This cannot be read.', { at: 'Not a moment: yesterday.' }),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('This cannot be read.');
  expect(screen.getByLabelText('Moment (optional)')).toHaveAccessibleDescription(/Not a moment: yesterday\./);
  expect(screen.queryByText('What would have to change?')).toBeNull();
});

test('a question survives its address', () => {
  expect(requestOf(readSearch({ ...searchOf(asked) }))).toEqual(asked);
  const bare = { ...asked, holes: null, with: [] };
  expect(requestOf(readSearch({ ...searchOf(bare) }))).toEqual(bare);
  expect(requestOf({ member: 'x', date: '2026-11-28' })).toBeNull();
});

test('kinds with something bookable come first', () => {
  const kinds = byKind([
    alternative('player', 'a', false),
    alternative('club', 'b', true),
    alternative('day', 'c', false),
  ]);
  expect(kinds.map(({ kind }) => kind)).toEqual(['club', 'player', 'day']);
});
