// What differs, field by field, from the first to the second.
import { formatInstant } from '../../ui/instants.ts';
import type { Difference } from './differences.ts';
import styles from './Differences.module.css';
import { FIELDS } from './fields.ts';
import type { ContentKind } from './kinds.ts';
import { labelOf } from './problems.ts';

interface DifferencesProps {
  readonly kind: ContentKind;
  readonly differences: readonly Difference[];
  /** What the two sides are called to a screen reader. */
  readonly names?: readonly [string, string];
}

export function Differences({ kind, differences, names = ['before', 'after'] }: DifferencesProps) {
  if (differences.length === 0) return <p>Nothing differs.</p>;
  return (
    <dl className={styles.list}>
      {differences.map(({ field, before, after }) => (
        <div key={field} className={styles.difference}>
          <dt className={styles.field}>{named(kind, field)}</dt>
          <dd className={styles.values}>
            <Side name={names[0]} value={before} isOld />
            <Side name={names[1]} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `published.closures[0].date` as in the form. */
function named(kind: ContentKind, field: string): string {
  const [, part, rest] = /^(published|draft)\.(.*)$/.exec(field) ?? [];
  const label = labelOf(FIELDS[kind], rest ?? field);
  return part === undefined ? label : `${part === 'draft' ? 'Draft' : 'Published'}: ${label}`;
}

interface SideProps {
  readonly name: string;
  readonly value: string | null;
  readonly isOld?: boolean;
}

function Side({ name, value, isOld }: SideProps) {
  const Tag = isOld ? 'del' : 'ins';
  return (
    <div>
      <span className={styles.name}>{name}: </span>
      {value === null ? (
        <span className={styles.absent}>nothing</span>
      ) : (
        <Tag className={isOld ? styles.before : styles.after}>
          {/^\d{4}-\d\d-\d\dT/.test(value) ? formatInstant(value) : value}
        </Tag>
      )}
    </div>
  );
}
