// One projection: its state, its place in the journal, and why it stands still.
import { useState } from 'react';
import { Badge, Card, Disclosure, Row, Fact } from '@/ui';
import type { WatchedProjection } from '../../api/generated/WatchedProjection.ts';
import { JsonView } from '../../ui/index.ts';
import { isRunning, lagText } from './lag.ts';
import { LagLine, type LagSamples } from './LagLine.tsx';
import { PositionLink } from './PositionLink.tsx';
import styles from './ProjectionCard.module.css';

interface ProjectionCardProps {
  readonly projection: WatchedProjection;
  /** Undefined: not sampled yet. */
  readonly samples: LagSamples | undefined;
}

export function ProjectionCard({ projection, samples }: ProjectionCardProps) {
  const { name, state, position } = projection;
  const runs = isRunning(projection);
  return (
    <Card
      as="article"
      aria-labelledby={`projection-${name}`}
      gap={3}
      className={runs ? undefined : styles.wide}
    >
      <Row gap={2} align="center" between>
        <h2 id={`projection-${name}`} className="strong large">
          {name}
        </h2>
        <Badge tone={runs ? 'green' : 'danger'}>{state}</Badge>
      </Row>
      <StandingStill projection={projection} />
      <dl className={styles.facts}>
        <Fact term="Position">{position}</Fact>
        <Fact term="Behind by">{lagText(projection)}</Fact>
      </dl>
      {samples === undefined ? null : <LagLine samples={samples} />}
    </Card>
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
            {event.sequence} of {event.stream}.
          </p>
          <Disclosure label="Stored JSON of that event" open={isOpen} onToggle={() => setIsOpen(!isOpen)}>
            <JsonView value={event.payload} label={`Stored JSON of event ${event.position}`} />
          </Disclosure>
        </>
      )}
    </div>
  );
}
