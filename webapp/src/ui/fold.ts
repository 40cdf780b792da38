// Comparing texts as a reader does: without regard to capitals and diacritics, `één` is found by `een`. The
// places found are places in the text as it is written.

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
  // One code point may fold to none (a combining accent) or to several letters: `origin` remembers whose each is.
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
