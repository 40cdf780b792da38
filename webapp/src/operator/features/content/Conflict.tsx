// Another change came in between: what differs, and the choice.
import { useEffect, useRef } from 'react';
import { Alert, Button, Stack } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { Instant } from '../../ui/index.ts';
import styles from './ContentForm.module.css';
import { Differences } from './Differences.tsx';
import { differences } from './differences.ts';
import type { Row } from './kinds.ts';

interface ConflictProps {
  /** The item as it is stored now. */
  readonly current: ContentItem;
  readonly mine: Row;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

export function Conflict({ current, mine, onKeepMine, onTakeTheirs }: ConflictProps) {
  const theirs = current.draft ?? current.published;
  const section = useRef<HTMLElement>(null);
  // The button that was pressed is at the other end of a long form.
  useEffect(() => section.current?.focus(), []);
  return (
    <Stack
      as="section"
      ref={section}
      tabIndex={-1}
      aria-labelledby="conflict"
      gap={5}
      className={styles.conflict}
    >
      <Alert>
        <h2 id="conflict" className="strong text-size">
          {current.changed_by ?? 'Somebody'} {theirs ? 'changed' : 'removed'} this meanwhile
        </h2>
        {current.changed_at ? (
          <p>
            at <Instant at={current.changed_at} />. Nothing of yours is stored yet.
          </p>
        ) : null}
      </Alert>
      <Differences kind={current.kind} differences={differences(theirs, mine)} names={['theirs', 'yours']} />
      <div className={styles.choice}>
        <Button onClick={onKeepMine}>Store mine instead</Button>
        {theirs ? (
          <Button variant="secondary" onClick={onTakeTheirs}>
            Take theirs into the form
          </Button>
        ) : null}
      </div>
    </Stack>
  );
}
