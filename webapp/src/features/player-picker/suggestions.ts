// The options of the picker's list, and how people are named: pure functions.
import type { HistoricPlayer } from '@/api/generated/HistoricPlayer.ts';
import { type ComboboxOption, fold, fullName } from '@/ui';

export function nameOf({ name_first, name_prefix, name_last }: HistoricPlayer): string {
  return fullName({ first_name: name_first, prefix: name_prefix, last_name: name_last });
}

/** The first name, or the full one where somebody else in the list has the same. */
export function shortName(person: HistoricPlayer, people: readonly HistoricPlayer[]): string {
  const isAmbiguous = people.some(
    ({ email, name_first }) => email !== person.email && name_first === person.name_first,
  );
  return isAmbiguous ? nameOf(person) : person.name_first;
}

/** Each address once. */
export function distinct(people: readonly HistoricPlayer[]): readonly HistoricPlayer[] {
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()];
}

/** Those whose name or address contains the text, without the ones already chosen. */
export function suggest(
  candidates: readonly HistoricPlayer[],
  typed: string,
  chosen: readonly string[],
): readonly ComboboxOption[] {
  const filter = fold(typed.trim());
  const chosenEmails = new Set(chosen.map((email) => email.toLowerCase()));
  return candidates
    .filter(({ email }) => !chosenEmails.has(email.toLowerCase()))
    .map((person) => ({
      id: person.email,
      initial: person.name_first.charAt(0),
      label: nameOf(person),
      detail: person.email,
    }))
    .filter(({ label, detail }) => fold(label).includes(filter) || fold(detail).includes(filter));
}
