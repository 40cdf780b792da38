// Says that the address asks for what does not exist, and what exists: a mistyped link must not show something else in
// silence.
import { Notice } from '@/ui';

/** More names are a list that nobody reads: the form has them. */
const MOST_NAMES = 12;

/** `what` is such as `kind “letter” of mails`; `shown` says what the screen shows instead. */
export function thereIsNo(what: string, names: readonly string[], shown: string): string {
  const existing =
    names.length > MOST_NAMES
      ? `There are ${names.length}: choose one in the form.`
      : `There are: ${names.join(', ')}.`;
  return `There is no ${what}. ${existing} ${shown}`;
}

/** The sentence about a club that the address asks for and does not exist; `clubs` is undefined until they are known. */
export function unknownClubs(
  asked: string | undefined,
  clubs: readonly { readonly id: string; readonly name: string }[] | undefined,
  shown: string,
): readonly string[] {
  if (asked === undefined || !clubs || clubs.some(({ id }) => id === asked)) return [];
  return [
    thereIsNo(
      `club “${asked}”`,
      clubs.map(({ name }) => name),
      shown,
    ),
  ];
}

/** The sentences about an address; none where it asks for what exists. */
export function Unknown({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <Notice key={sentence}>
      <p>{sentence}</p>
    </Notice>
  ));
}
