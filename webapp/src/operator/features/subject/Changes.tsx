// The differences between two moments, field by field, from the earlier to the later one.
import { Fact } from '@/ui';
import type { FactChange } from '../../api/generated/FactChange.ts';
import type { SpotInfo } from '../../api/generated/SpotInfo.ts';
import { Instant } from '../../ui/index.ts';
import { grouped } from './grouped.ts';
import styles from './Changes.module.css';

interface ChangesProps {
  readonly changes: readonly FactChange[];
  readonly moments: readonly [SpotInfo, SpotInfo];
}

export function Changes({ changes, moments }: ChangesProps) {
  const [earlier, later] = moments.toSorted(
    (a, b) => a.sequence - b.sequence || (a.instant < b.instant ? -1 : 1),
  );
  return (
    <section className={styles.changes} aria-labelledby="changes">
      <h2 id="changes" className="text-size">
        What changed
      </h2>
      {earlier && later ? (
        <p className="soft">
          From <Instant at={earlier.instant} /> to <Instant at={later.instant} />
        </p>
      ) : null}
      {changes.length === 0 ? <p>Nothing differs between the two moments.</p> : null}
      {grouped(changes).map(([section, rows]) => (
        <section key={section}>
          <h3 className={styles.section}>{section}</h3>
          <dl>
            {rows.map(({ label, before, after }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a label can be there twice
              <Fact key={`${label} ${index}`} className={styles.change} term={label}>
                <Value value={before} name="before" />
                <span aria-hidden className={styles.arrow}>
                  →
                </span>{' '}
                <Value value={after} name="after" />
              </Fact>
            ))}
          </dl>
        </section>
      ))}
    </section>
  );
}

function Value({ value, name }: { readonly value: string | null; readonly name: 'before' | 'after' }) {
  const Tag = name === 'before' ? 'del' : 'ins';
  return (
    <>
      <span className="visually-hidden">{name}: </span>
      {value === null ? (
        <span className="soft">absent</span>
      ) : (
        <Tag className={styles[name]}>{value}</Tag>
      )}{' '}
    </>
  );
}
