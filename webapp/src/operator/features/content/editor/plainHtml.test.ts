import { expect, test } from 'vitest';
import { isEditable, toStored, withLowerHeadings } from './plainHtml.ts';

test.each([
  '',
  'Alleen tekst',
  '<h2>Kop</h2><p>Een <strong>dag</strong> en een <em>nacht</em><br>op <a href="/info" rel="noopener noreferrer">de baan</a>.</p><hr>',
  '<ul><li>een<ul><li>twee</li></ul></li></ul><ol><li>drie</li></ol><blockquote><p>vier</p></blockquote>',
  '<table><tbody><tr><th>Dag</th><td colspan="2">9 holes</td></tr></tbody></table>',
])('%s is edited as text', (html) => {
  expect(isEditable(html)).toBe(true);
});

test.each([
  '<p>Een <mark>woord</mark></p>',
  '<details><summary>Meer</summary>tekst</details>',
  '<p align="center">Midden</p>',
  '<table><thead><tr><th>Dag</th></tr></thead></table>',
  '<p>Foto: <img src="data:,"></p>',
])('%s is edited as HTML: the editor has no place for a part of it', (html) => {
  expect(isEditable(html)).toBe(false);
});

test('entries and cells have their text without a paragraph', () => {
  expect(toStored('<ul><li><p>een</p><ul><li><p>twee</p></li></ul></li></ul>')).toBe(
    '<ul><li>een<ul><li>twee</li></ul></li></ul>',
  );
  expect(
    toStored('<table><tbody><tr><td colspan="1" rowspan="2"><p>a <em>b</em></p></td></tr></tbody></table>'),
  ).toBe('<table><tbody><tr><td rowspan="2">a <em>b</em></td></tr></tbody></table>');
  expect(toStored('<ul><li><p>een</p><p>twee</p></li></ul>')).toBe('<ul><li><p>een</p><p>twee</p></li></ul>');
});

test('an empty last paragraph is no text', () => {
  expect(toStored('<p></p>')).toBe('');
  expect(toStored('<hr><p></p>')).toBe('<hr>');
});

test('headings of the first level become those below the title', () => {
  expect(withLowerHeadings('<h1 id="a">A</h1><H1>B</H1><h2>C</h2>')).toBe(
    '<h2 id="a">A</h2><h2>B</h2><h2>C</h2>',
  );
});
