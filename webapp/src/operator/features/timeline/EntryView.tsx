// One event of an opened act: whom it concerns, where to go on from it, its code, and its JSON on demand.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Stack, Fact, Row } from '@/ui';
import type { LinkedEvent } from '../../api/generated/LinkedEvent.ts';
import type { OperatorAction } from '../../api/generated/OperatorAction.ts';
import { kindName } from '../../api/kinds.ts';
import { Instant, JsonView, SubjectLink } from '../../ui/index.ts';
import styles from './EntryView.module.css';
import { actorOf, sentenceOf } from './words.ts';

export interface Own {
  readonly kind: string;
  readonly id: string;
}

/** An operator's act without an event of its own. */
export function ActOfOperator({ entry }: { readonly entry: OperatorAction }) {
  return (
    <Row as="p" gap={4} lineGap={0} className="soft numbers breaks">
      <Instant at={entry.at} />
      <span>{actorOf(entry)}</span>
      <code className={styles.name}>{entry.what}</code>
    </Row>
  );
}

interface EventViewProps {
  readonly entry: LinkedEvent;
  readonly own: Own;
  /** The row of the act says what it says. */
  readonly isAlone: boolean;
}

export function EventView({ entry, own, isAlone }: EventViewProps) {
  const [showsJson, setShowsJson] = useState(false);
  const subjects = entry.subjects.filter(({ kind, id }) => kind !== own.kind || id !== own.id);
  return (
    <Stack gap={1}>
      {isAlone ? null : <p className="breaks">{sentenceOf(entry)}</p>}
      <Row as="p" gap={4} lineGap={0} className="soft numbers breaks">
        <Instant at={entry.at} />
        <span>{actorOf(entry)}</span>
        <code className={styles.name}>{entry.event}</code>
      </Row>
      {subjects.length > 0 ? (
        <Row as="ul" gap={4} lineGap={0} className={styles.subjects} aria-label="Subjects">
          {subjects.map(({ kind, id, title }) => (
            <li key={`${kind} ${id}`}>
              <span className="soft">{kindName(kind)}</span>{' '}
              <SubjectLink kind={kind} id={id}>
                {title}
              </SubjectLink>
            </li>
          ))}
        </Row>
      ) : null}
      <Row gap={4} lineGap={0} align="center" className={styles.tools}>
        <Link to="/event/$position" params={{ position: String(entry.position) }} preload={false}>
          #{entry.position}
        </Link>
        <Link
          to="."
          search={(old) => ({ ...old, at: String(entry.position), sequence: undefined, view: undefined })}
          resetScroll={false}
          preload={false}
          aria-label={`State then, after event #${entry.position}`}
        >
          State then
        </Link>
        <button
          type="button"
          aria-expanded={showsJson}
          aria-label={`JSON of event #${entry.position}`}
          onClick={() => setShowsJson(!showsJson)}
        >
          JSON
        </button>
      </Row>
      {showsJson ? <Stored entry={entry} /> : null}
    </Stack>
  );
}

function Stored({ entry }: { readonly entry: LinkedEvent }) {
  return (
    <Stack gap={2}>
      <dl className={styles.facts}>
        <Fact term="In full">{entry.what}</Fact>
        <Fact term="Stream">
          {entry.stream}, event {entry.sequence}
        </Fact>
        <Fact term="Correlation id">{entry.correlation_id ?? 'none'}</Fact>
      </dl>
      <JsonView value={entry.payload} label={`Stored JSON of event #${entry.position}`} />
    </Stack>
  );
}
