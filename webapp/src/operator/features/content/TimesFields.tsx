// When the row is published, and when the item is taken from the members. Times are those of Amsterdam.
import { Stack, RadioGroup } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { DateField } from '../../ui/index.ts';
import { idOf } from './problems.ts';
import type { Saving } from './queries.ts';

export type Times = Pick<Saving, 'publish' | 'appears_at' | 'vanishes_at'>;

/** As it is sent; the field shows a space for the `T`. */
const localOf = (instant: string | null | undefined) => instant?.slice(0, 16) ?? '';

const asTyped = (time: string) => time.replace('T', ' ');
const asSent = (text: string) => text.trimStart().replace(' ', 'T');

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
        <DateField
          hasTime
          id={idOf('appears_at')}
          label="Appears at"
          hint="Amsterdam’s clock."
          value={asTyped(times.appears_at)}
          onChange={(event) => onChange({ ...times, appears_at: asSent(event.target.value) })}
          error={errors['appears_at']}
          required
        />
      ) : null}
      {mayVanish && times.publish !== 'draft' ? (
        <DateField
          hasTime
          id={idOf('vanishes_at')}
          label="Vanishes at (optional)"
          hint="Amsterdam’s clock. Its text is then a draft again."
          value={asTyped(times.vanishes_at)}
          onChange={(event) => onChange({ ...times, vanishes_at: asSent(event.target.value) })}
          error={errors['vanishes_at']}
        />
      ) : null}
    </Stack>
  );
}
