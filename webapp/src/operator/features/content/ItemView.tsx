// An item for an operator who may look and not write: what members see, and the draft, field by field.
import { Badge, Stack } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { Instant } from '../../ui/index.ts';
import styles from './Differences.module.css';
import { differences } from './differences.ts';
import { FIELDS } from './fields.ts';
import { HtmlPreview } from './HtmlPreview.tsx';
import type { ContentKind } from './kinds.ts';
import { fieldAt, labelOf } from './problems.ts';
import type { Row } from './kinds.ts';
import { toValues } from './values.ts';

export function ItemView({ kind, item }: { readonly kind: ContentKind; readonly item: ContentItem }) {
  const { status, published, draft, appears_at, vanishes_at, changed_at, changed_by } = item;
  return (
    <Stack gap={4} className={styles.item}>
      <p>
        <Badge>{status}</Badge>{' '}
        {changed_at ? (
          <>
            Last changed on <Instant at={changed_at} /> by {changed_by}.
          </>
        ) : (
          'No change was recorded.'
        )}
        {appears_at ? (
          <>
            {' '}
            Appears on <Instant at={appears_at} />.
          </>
        ) : null}
        {vanishes_at ? (
          <>
            {' '}
            Vanishes on <Instant at={vanishes_at} />.
          </>
        ) : null}
      </p>
      {published ? <Fields title="What members see" kind={kind} row={published} /> : null}
      {draft ? <Fields title="Draft" kind={kind} row={draft} /> : null}
    </Stack>
  );
}

interface FieldsProps {
  readonly title: string;
  readonly kind: ContentKind;
  readonly row: Row;
}

function Fields({ title, kind, row }: FieldsProps) {
  const fields = FIELDS[kind];
  // Empty fields are left out, as among the differences of a change.
  const filled = differences(null, toValues(fields, row));
  return (
    <Stack as="section" gap={4} className={styles.item} aria-label={title}>
      <h2>{title}</h2>
      <Stack as="dl" gap={3}>
        {filled.map(({ field, after }) => {
          const label = labelOf(fields, field);
          const value = after ?? '';
          return (
            <Stack key={field} gap={1} className={styles.difference}>
              <dt className="strong breaks">{label}</dt>
              <Stack as="dd" gap={1} className={styles.values}>
                {value}
              </Stack>
              {fieldAt(fields, field)?.type === 'html' ? (
                <dd>
                  <HtmlPreview label={`${title}, ${label}`} html={value} />
                </dd>
              ) : null}
            </Stack>
          );
        })}
      </Stack>
    </Stack>
  );
}
