// The differences of two states, field by field, with the words that changed.
import { diffWordsWithSpace } from 'diff';
import { Stack } from '@/ui';
import { formatInstant } from '../../ui/index.ts';
import type { Difference } from './differences.ts';
import styles from './Differences.module.css';
import { FIELDS } from './fields.ts';
import type { ContentKind } from './kinds.ts';
import { labelOf } from './problems.ts';

interface DifferencesProps {
  readonly kind: ContentKind;
  readonly differences: readonly Difference[];
  /** The names of the two sides, shown before them. */
  readonly names?: readonly [string, string];
}

export function Differences({ kind, differences, names = ['before', 'after'] }: DifferencesProps) {
  if (differences.length === 0) return <p>Nothing differs.</p>;
  return (
    <Stack as="dl" gap={3}>
      {differences.map(({ field, before, after }) => (
        <Stack key={field} gap={1} className={styles.difference}>
          <dt className="strong breaks">{named(kind, field)}</dt>
          <Stack as="dd" gap={1} className={styles.values}>
            <Side name={names[0]} value={before} parts={parts(before, after, 'removed')} isOld />
            <Side name={names[1]} value={after} parts={parts(before, after, 'added')} />
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}

/** `published.closures[0].date` as in the form. */
function named(kind: ContentKind, field: string): string {
  const [, part, rest] = /^(published|draft)\.(.*)$/.exec(field) ?? [];
  const label = labelOf(FIELDS[kind], rest ?? field);
  return part === undefined ? label : `${part === 'draft' ? 'Draft' : 'Published'}: ${label}`;
}

interface Part {
  readonly text: string;
  readonly isChanged: boolean;
}

/** One side in parts: the words that only it has are changed. Without another side nothing is marked. */
function parts(before: string | null, after: string | null, side: 'added' | 'removed'): readonly Part[] {
  const other = side === 'added' ? 'removed' : 'added';
  if (before === null || after === null) {
    const text = (side === 'added' ? after : before) ?? '';
    return [{ text: shown(text), isChanged: true }];
  }
  return diffWordsWithSpace(shown(before), shown(after))
    .filter((part) => !part[other])
    .map((part) => ({ text: part.value, isChanged: part[side] }));
}

const shown = (value: string) => (/^\d{4}-\d\d-\d\dT/.test(value) ? formatInstant(value) : value);

/** Kept at each end of an unchanged text, which is there to find the place of the changed words. */
const CONTEXT_LETTERS = 80;

const shortened = (text: string) =>
  text.length > 2 * CONTEXT_LETTERS + 20
    ? `${text.slice(0, CONTEXT_LETTERS)} […] ${text.slice(-CONTEXT_LETTERS)}`
    : text;

interface SideProps {
  readonly name: string;
  readonly value: string | null;
  readonly parts: readonly Part[];
  readonly isOld?: boolean;
}

function Side({ name, value, parts, isOld }: SideProps) {
  const Tag = isOld ? 'del' : 'ins';
  return (
    <div>
      <span className="soft small">{name}: </span>
      {value === null ? (
        <span className="soft small">nothing</span>
      ) : (
        parts.map(({ text, isChanged }, index) =>
          isChanged ? (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, in its order
            <Tag key={index} className={isOld ? styles.before : styles.after}>
              {text}
            </Tag>
          ) : (
            shortened(text)
          ),
        )
      )}
    </div>
  );
}
