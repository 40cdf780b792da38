// The name of a granted voucher or pass: one of those in the settings, since it is stored for good.
import { Select } from '@/ui';

export const NO_NAME = 'Choose what it is called. An editor of the content can add names to the settings.';

interface NameChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly names: readonly string[];
  /** By a preset. */
  readonly chosen?: string | undefined;
  readonly error: string | undefined;
}

export function NameChoice({ label, name, names, chosen = '', error }: NameChoiceProps) {
  return (
    <Select
      data-safe
      label={label}
      name={name}
      hint="The member reads it. The list is in the settings, under Content."
      error={error}
      defaultValue={chosen}
      required
    >
      <option value="" disabled hidden>
        Choose a name
      </option>
      {names.map((one) => (
        <option key={one} value={one} lang="nl">
          {one}
        </option>
      ))}
    </Select>
  );
}
