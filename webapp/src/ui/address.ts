// Reads an e-mail address as people paste it: as the server does (`support/text/src/email.rs`), apart from domains in
// other letters than ASCII, which only the server knows.
import { texts } from './texts.ts';

const AROUND = '[\\s<>()[\\]"“”‘’,;:]+';
const BEFORE = new RegExp(`^${AROUND}`, 'u');
const AFTER = new RegExp(`${AROUND}$`, 'u');

/** `jan@x.nl` of `Jan <jan@x.nl>`, `mailto:jan@x.nl` and `jan@x.nl,`. Any other text is returned trimmed. */
export function bareAddress(typed: string): string {
  const text = typed
    .normalize('NFC')
    .replace(/(?![\u200c\u200d])\p{Format}/gu, '')
    .trim();
  // Of two addresses neither is certainly the meant one.
  if ((text.match(/<[^<>]*@[^<>]*>/gu)?.length ?? 0) > 1) return text.toLowerCase();
  const inner = /<([^<>]*@[^<>]*)(?:>[^<]*)?$/u.exec(text)?.[1] ?? text;
  // A text without an `@` is no address and keeps its signs.
  if (!inner.includes('@')) return inner.toLowerCase();
  return (
    inner
      .replace(BEFORE, '')
      .replace(AFTER, '')
      // An address may begin with an apostrophe: only two are quotes.
      .replace(/^'(.*)'$/u, '$1')
      .replace(/^mailto:([^?]*).*$/iu, '$1')
      .trim()
      .replace(/(?<!\.)\.$/u, '')
      .toLowerCase()
  );
}

/** The sentence about a text that is not one address; undefined when it may be one. */
export function addressProblem(address: string): string | undefined {
  if (/^[^\s@,;<>]+@[^\s@,;<>]+$/u.test(address)) return undefined;
  return (address.match(/@/gu)?.length ?? 0) > 1 ? texts().oneAddress : texts().anAddress;
}
