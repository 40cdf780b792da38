// The picker's suggestions: a built-in list until the member types, then former co-players.
import type { ComboboxOption } from '@/ui/Combobox.tsx';
import { fullName } from '@/ui/format.ts';

export interface SuggestedPlayer {
  readonly name_first: string;
  readonly name_prefix: string;
  readonly name_last: string;
  readonly email: string;
}

function sample(
  name_first: string,
  name_prefix: string,
  name_last: string,
  localPart: string,
): SuggestedPlayer {
  return { name_first, name_prefix, name_last, email: `${localPart}@fairway.example` };
}

export const samplePlayers: readonly SuggestedPlayer[] = [
  sample('Jan', 'de', 'Vries', 'jan.devries'),
  sample('Sanne', '', 'Bakker', 'sanne.bakker'),
  sample('Pieter', 'van den', 'Berg', 'pieter.vandenberg'),
  sample('Fatima', 'el', 'Idrissi', 'fatima.elidrissi'),
  sample('Willem', '', 'Jansen', 'willem.jansen'),
  sample('Anouk', '', 'Visser', 'anouk.visser'),
];

/** Those whose name or address contains the text, without the ones already chosen. */
export function suggest(
  candidates: readonly SuggestedPlayer[],
  typed: string,
  chosen: readonly string[],
): readonly ComboboxOption[] {
  const filter = typed.trim().toLowerCase();
  const chosenEmails = new Set(chosen.map((email) => email.toLowerCase()));
  return candidates
    .filter(({ email }) => !chosenEmails.has(email.toLowerCase()))
    .map((player) => ({
      id: player.email,
      label: fullName({
        first_name: player.name_first,
        prefix: player.name_prefix,
        last_name: player.name_last,
      }),
      detail: player.email,
    }))
    .filter(
      ({ label, detail }) => label.toLowerCase().includes(filter) || detail.toLowerCase().includes(filter),
    );
}
