import { expect, test } from 'vitest';
import { findAll, fold } from '@/ui/fold.ts';
import { highlight, removeHighlight } from './highlight.ts';
import { findQuestions, foundFirst, searchTerm } from './search.ts';

test('fold removes capitals and diacritics', () => {
  expect(fold('Één VÓÓR Café')).toBe('een voor cafe');
});

test('returns positions in the original text, also where an accent is a separate character', () => {
  const text = 'e\u0301e\u0301n dag, één dag';
  const matches = findAll(text, 'een').map(({ from, to }) => text.slice(from, to));
  expect(matches).toEqual(['e\u0301e\u0301n', 'één']);
});

test('finds nothing for an empty term', () => {
  expect(findAll('abc', '')).toEqual([]);
});

test.each([
  ['', ''],
  ['én', ''],
  ['  ab ', ''],
  [' Één ', 'een'],
])('searches for %j as %j', (typed, term) => {
  expect(searchTerm(typed)).toBe(term);
});

function elementWith(html: string) {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

test('marks matches inside elements and leaves the elements as they are', () => {
  const html = '<p>Reserveren, <strong>reserveren</strong> en <a href="/faq">ge-reserveerd</a>.</p>';
  const root = elementWith(html);
  highlight(root, 'reserve');
  expect([...root.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Reserve',
    'reserve',
    'reserve',
  ]);
  expect(root.querySelector('a')?.getAttribute('href')).toBe('/faq');
  removeHighlight(root);
  expect(root.innerHTML).toBe(html);
});

test('never reads the term as HTML', () => {
  const root = elementWith('<p>a &lt;img src=x&gt; b</p>');
  highlight(root, '<img');
  expect(root.querySelector('img')).toBeNull();
  expect(root.querySelector('mark')?.textContent).toBe('<img');
});

test('searches the text of an answer, not its tags', () => {
  const categories = [
    {
      name: 'A',
      questions: [
        { id: 'tag', question: 'Eerste', answer: '<strong>iets</strong>' },
        { id: 'answer', question: 'Tweede', answer: '<p>een <em>strong</em> verhaal</p>' },
        { id: 'question', question: 'Strong?', answer: '' },
      ],
    },
  ];
  expect([...findQuestions(categories, 'strong')]).toEqual(['answer', 'question']);
});

const question = (id: string) => ({ id, question: id, answer: '' });

test('puts what was found first, and loses no question', () => {
  const [first, second] = [
    { name: 'A', questions: [question('a1'), question('a2')] },
    { name: 'B', questions: [question('b1'), question('b2')] },
  ];
  const found = foundFirst([first, second], new Set(['b2']));
  expect(found.matching).toEqual([{ name: 'B', questions: [question('b2')] }]);
  expect(found.others.flatMap(({ questions }) => questions)).toEqual([question('b1')]);
  expect(found.rest).toEqual([first]);
  const nothing = foundFirst([first, second], new Set());
  expect(nothing).toEqual({ matching: [], others: [], rest: [first, second] });
});
