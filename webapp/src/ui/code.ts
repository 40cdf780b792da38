// A text in which only digits, plain letters and signs have a meaning, such as a handicap, without what contacts, PDFs
// and spreadsheets add: as the server reads it (`support/text/src/typed.rs`).

const INVISIBLE = /\p{Format}/gu;
const DASH = /[\p{Dash_Punctuation}\u2212]/gu;
const SPACE = /\p{White_Space}/gu;
const DIGIT = /\p{Decimal_Number}/gu;
const IS_DIGIT = /^\p{Decimal_Number}$/u;

/** Unicode has the digits of each script in runs of ten, from zero to nine. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (first > 0 && IS_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

export function code(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .replace(SPACE, ' ')
    .replace(DIGIT, plainDigit)
    .trim()
    .normalize('NFKC');
}
