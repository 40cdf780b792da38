// Text comparison that ignores case, accents and forms of signs: `een` matches `één`, `'s` matches `’s`. The server
// (`support/text/src/fold.rs`) and the database (`folded`) have the same function. Positions of matches are those in the
// original text.

export interface Span {
  readonly from: number;
  readonly to: number;
}

const APOSTROPHES = /[`\u2018-\u201b\u2032\u02b9\u02bb-\u02bd\u02c8]/gu;
/** Accents, and what is not seen. */
const DROPPED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
const DASHES = /[\u2010-\u2015\u2212]/gu;
const SPACES = /[\t\n\r]/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ŋ: 'ng',
};
const OWN_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

export function fold(text: string): string {
  return (
    text
      // This accent would become a space: it is an apostrophe here.
      .replaceAll('´', "'")
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(DROPPED, '')
      .replace(APOSTROPHES, "'")
      .replace(DASHES, '-')
      .replace(SPACES, ' ')
      .replace(OWN_LETTERS, (letter) => LETTERS[letter] ?? letter)
  );
}

/** Where `term` (already folded) occurs in `text`, from left to right, without overlap. */
export function findAll(text: string, term: string): readonly Span[] {
  if (!term) return [];
  // One code point may fold to no letter (a combining accent) or to several: `origin` has, for each folded letter,
  // the position of its code point in `text`.
  let folded = '';
  const origin: number[] = [];
  let position = 0;
  for (const character of text) {
    const foldedCharacter = fold(character);
    for (let unit = 0; unit < foldedCharacter.length; unit += 1) origin.push(position);
    folded += foldedCharacter;
    position += character.length;
  }
  origin.push(text.length);

  const spans: Span[] = [];
  for (let found = folded.indexOf(term); found >= 0; found = folded.indexOf(term, found + term.length)) {
    const end = found + term.length;
    spans.push({ from: origin[found] ?? 0, to: origin[end] ?? text.length });
  }
  return spans;
}
