// Text comparison that ignores case and diacritics: `een` matches `één`. Positions of matches are those in the
// original text.

export interface Span {
  readonly from: number;
  readonly to: number;
}

const MARKS = /\p{Mark}/gu;

export function fold(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase();
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
