// The state of a subject at the chosen moment. A past state says so above it.
import { useEffect } from 'react';
import { Notice, announce, Button, Stack } from '@/ui';
import type { SpotInfo } from '../../api/generated/SpotInfo.ts';
import type { SubjectPage } from '../../api/generated/SubjectPage.ts';
import { Instant, formatInstant } from '../../ui/index.ts';
import { Changes } from './Changes.tsx';
import { Facts } from './Facts.tsx';
import styles from './SubjectPage.module.css';

interface StateProps {
  readonly subject: SubjectPage;
  readonly isPast: boolean;
  /** The state of the chosen moment is on its way; this one is of another moment. */
  readonly isOutdated: boolean;
  readonly onNow: () => void;
}

export function State({ subject, isPast, isOutdated, onNow }: StateProps) {
  const { at, compare, changes } = subject;
  // The control that chose the moment is elsewhere on the screen.
  const moment = isPast && !isOutdated ? at.instant : undefined;
  useEffect(() => {
    if (moment) announce(`State as it stood on ${formatInstant(moment)}`);
  }, [moment]);

  return (
    <Stack gap={4} className={styles.state} aria-busy={isOutdated} data-past={isPast || undefined}>
      {isPast ? (
        <Notice>
          <p>
            <strong>
              As it stood on <Instant at={at.instant} />
            </strong>{' '}
            <span>{afterEvent(at)}</span>
          </p>
          <Button variant="secondary" onClick={onNow}>
            Back to now
          </Button>
        </Notice>
      ) : null}
      {changes && compare ? <Changes changes={changes} moments={[at, compare]} /> : null}
      <h2 className={styles.heading}>{isPast ? 'How it stood' : 'How it stands now'}</h2>
      <Facts subject={subject} />
    </Stack>
  );
}

function afterEvent({ sequence, of, position }: SpotInfo): string {
  const event = position === null ? '' : `, #${position}`;
  return `(after event ${sequence} of ${of}${event})`;
}
