// What the row of a projection has no room for: why it stands still, its lag of the last hour, its place in the journal.
import { useState } from 'react';
import { Disclosure, Stack } from '@/ui';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { Copyable, JsonView } from '../../ui/index.ts';
import { LagLine, type LagSamples } from './LagLine.tsx';
import { PositionLink } from './PositionLink.tsx';
import styles from './ProjectionsTable.module.css';

interface ProjectionDetailsProps {
  readonly projection: WatchedProjection;
  /** Undefined: not sampled yet. */
  readonly samples: LagSamples | undefined;
}

export function ProjectionDetails({ projection, samples }: ProjectionDetailsProps) {
  const { name, position } = projection;
  return (
    <Stack gap={3}>
      <StandingStill projection={projection} />
      {samples === undefined ? null : <LagLine samples={samples} />}
      <p className="soft small">
        At position <span className="numbers">{position}</span>. Logs and commands call it <code>{name}</code>
        .
      </p>
    </Stack>
  );
}

/** The error, and the event that it is about. */
function StandingStill({ projection: { last_error, event } }: { readonly projection: WatchedProjection }) {
  const [isOpen, setIsOpen] = useState(false);
  if (last_error === null && event === null) return null;
  return (
    <div className={styles.error}>
      {last_error === null ? null : <p className="strong">{last_error}</p>}
      {event === null ? null : (
        <>
          <p>
            It stands still before <PositionLink position={event.position} />: {event.event}, number{' '}
            {event.sequence} of <Copyable text={event.stream} what="the stream" />.
          </p>
          <Disclosure label="Stored JSON of that event" open={isOpen} onToggle={() => setIsOpen(!isOpen)}>
            <JsonView value={event.payload} label={`Stored JSON of event ${event.position}`} />
          </Disclosure>
        </>
      )}
    </div>
  );
}
