// When the row is published, and when the item is taken from the members. Times are those of Amsterdam.
import { Stack, RadioGroup, TextField } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { idOf } from './problems.ts';
import type { Saving } from './queries.ts';

export type Times = Pick<Saving, 'publish' | 'appears_at' | 'vanishes_at'>;

/** The value of an `<input type="datetime-local">`. */
const localOf = (instant: string | null | undefined) => instant?.slice(0, 16) ?? '';

export function startingTimes(item: ContentItem | undefined): Times {
  const publish = item?.appears_at ? 'at' : item?.draft ? 'draft' : 'now';
  return { publish, appears_at: localOf(item?.appears_at), vanishes_at: localOf(item?.vanishes_at) };
}

interface TimesFieldsProps {
  readonly times: Times;
  readonly mayVanish: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (times: Times) => void;
}

export function TimesFields({ times, mayVanish, errors, onChange }: TimesFieldsProps) {
  return (
    <Stack gap={3}>
      <RadioGroup
        legend="When do members see it?"
        options={[
          { value: 'now', label: 'Now' },
          { value: 'at', label: 'At a time' },
          { value: 'draft', label: 'Not yet', detail: 'It is kept as a draft.' },
        ]}
        value={times.publish}
        onChange={(publish) => onChange({ ...times, publish })}
        columns
      />
      {times.publish === 'at' ? (
        <TextField
          id={idOf('appears_at')}
          label="Appears at"
          type="datetime-local"
          hint="Amsterdam’s clock."
          value={times.appears_at}
          onChange={(event) => onChange({ ...times, appears_at: event.target.value })}
          error={errors['appears_at']}
          required
        />
      ) : null}
      {mayVanish && times.publish !== 'draft' ? (
        <TextField
          id={idOf('vanishes_at')}
          label="Vanishes at (optional)"
          type="datetime-local"
          hint="Amsterdam’s clock. Its text is then a draft again."
          value={times.vanishes_at}
          onChange={(event) => onChange({ ...times, vanishes_at: event.target.value })}
          error={errors['vanishes_at']}
        />
      ) : null}
    </Stack>
  );
}
