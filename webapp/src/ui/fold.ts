// Comparing texts without regard to case and diacritics: `één` is found by `een`. The positions found are positions
// in the original text.

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
  // One code point may fold to none (a combining accent) or to several letters: `origin` has
  // the position of the code point of each.
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = fold(character);
    for (let unit = 0; unit < plain.length; unit += 1) origin.push(at);
    folded += plain;
    at += character.length;
  }
  origin.push(text.length);

  const spans: Span[] = [];
  for (let found = folded.indexOf(term); found >= 0; found = folded.indexOf(term, found + term.length)) {
    const end = found + term.length;
    spans.push({ from: origin[found] ?? 0, to: origin[end] ?? text.length });
  }
  return spans;
}
