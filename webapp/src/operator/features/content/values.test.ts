// Between rows and the texts of a form: what was read and not touched is sent as it was.
import { expect, test } from 'vitest';
import { ContentList } from '../../api/generated/ContentList.ts';
import { content } from '../../../../tests/operator/content.ts';
import { differences } from './differences.ts';
import { FIELDS } from './fields.ts';
import { KINDS } from './kinds.ts';
import { problemsOf } from './problems.ts';
import { toRow, toValues } from './values.ts';

test.each(KINDS)('a row of %s comes back unchanged', (kind) => {
  const answer = content['GET /content']?.({ query: new URLSearchParams({ kind }), body: {}, id: '' });
  const { items } = ContentList.parse(answer?.body);
  expect(items.length).toBeGreaterThan(0);
  for (const { published, draft } of items) {
    const row = published ?? draft ?? {};
    expect(toRow(FIELDS[kind], toValues(FIELDS[kind], row))).toEqual(row);
  }
});

const row = (amount_cents: string) => toRow(FIELDS.offer, { amount_cents })['amount_cents'];
const lat = (text: string) => toRow(FIELDS.club, { lat: text })['lat'];

test('prices are euros, numbers may have a comma, and what is no number is left to the server', () => {
  expect(['49.50', '49,5', '0.29', '1', '', 'gratis'].map(row)).toEqual([
    4950,
    4950,
    29,
    100,
    null,
    'gratis',
  ]);
  expect(['52,16', '52.16', '', 'noord'].map(lat)).toEqual([52.16, 52.16, null, 'noord']);
});

const page = (contents: string) => toValues(FIELDS.page, { contents })['contents'];

test.each([
  ['<p>a</p><ul><li>b</li></ul><p>c</p>', '<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>'],
  ['<p>a</p>\n<p>b</p>', '<p>a</p>\n\n<p>b</p>'],
  ['<p>a <strong>b</strong><em>c</em></p>', '<p>a <strong>b</strong><em>c</em></p>'],
  ['a<br>b', 'a<br>b'],
])('HTML has a line for each block in the form, and is stored as it was: %s', (html, shown) => {
  expect(page(html)).toBe(shown);
  expect(toRow(FIELDS.page, { contents: shown })['contents']).toBe(html);
});

test('differences are listed by field, also in lists', () => {
  const before = { published: { name: 'A', closures: [{ date: '2026-12-25' }], holes: [9] }, draft: null };
  const after = { published: { name: 'A', closures: [], holes: [9, 18] }, draft: null };
  expect(differences(before, after)).toEqual([
    { field: 'published.closures[0].date', before: '2026-12-25', after: null },
    { field: 'published.holes', before: '9', after: '9, 18' },
  ]);
});

test('a problem names its field as the form does', () => {
  const problems = problemsOf(FIELDS.club, { 'closures[1].date': 'a', reason: 'b', row: 'c' });
  expect(problems.map(({ label }) => label)).toEqual(['Closed days 2, Day', 'Reason', 'row']);
});
