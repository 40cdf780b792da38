// How a subject stands, in sections; the same as JSON and the subjects that it names.
import { useState } from 'react';
import { Disclosure, Stack, Fact } from '@/ui';
import type { SubjectPage } from '../../api/generated/SubjectPage.ts';
import { kindName } from '../../api/kinds.ts';
import { JsonView, SubjectLink } from '../../ui/index.ts';
import { grouped } from './grouped.ts';
import styles from './Facts.module.css';

export function Facts({ subject }: { readonly subject: SubjectPage }) {
  const [showsJson, setShowsJson] = useState(false);
  const { facts, related, state } = subject;
  return (
    <>
      {grouped(facts).map(([section, rows]) => (
        <Stack as="section" key={section} gap={1}>
          <h3 className={styles.heading}>{section}</h3>
          <dl>
            {rows.map(({ label, value }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a label can be there twice
              <Fact key={`${label} ${index}`} className={styles.fact} term={label}>
                {value}
              </Fact>
            ))}
          </dl>
        </Stack>
      ))}
      {related.length > 0 ? (
        <Stack as="section" gap={1}>
          <h3 className={styles.heading}>Related</h3>
          <ul>
            {related.map(({ kind, id, title }) => (
              <li key={`${kind} ${id}`} className={styles.related}>
                <span className="soft">{kindName(kind)}</span>
                <SubjectLink kind={kind} id={id}>
                  {title}
                </SubjectLink>
              </li>
            ))}
          </ul>
        </Stack>
      ) : null}
      <Disclosure label="The same as JSON" open={showsJson} onToggle={() => setShowsJson(!showsJson)}>
        {showsJson ? <JsonView value={state} label="State as JSON" /> : null}
      </Disclosure>
    </>
  );
}
