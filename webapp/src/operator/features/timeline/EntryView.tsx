// One entry of a timeline: what happened in words, when, by whom and why, with its JSON on demand.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Stack, Fact, Row } from '@/ui';
import type { LinkedEvent } from '../../api/generated/LinkedEvent.ts';
import type { TimelineEntry } from '../../api/generated/TimelineEntry.ts';
import { isEvent } from '../../api/entries.ts';
import { kindName } from '../../api/kinds.ts';
import { Instant, JsonView, SubjectLink } from '../../ui/index.ts';
import styles from './EntryView.module.css';

interface EntryViewProps {
  readonly entry: TimelineEntry;
  readonly entryKey: string;
  /** The subject of this page: it needs no link to itself. */
  readonly own: { readonly kind: string; readonly id: string } | null;
  readonly showsJson: boolean;
  readonly onToggleJson: (entryKey: string) => void;
}

export const EntryView = memo(function EntryView(props: EntryViewProps) {
  const { entry } = props;
  if (isEvent(entry)) return <EventView {...props} entry={entry} />;
  return (
    <Stack as="article" gap={1} className={styles.entry} data-act>
      <p className="strong breaks">{entry.what}</p>
      <Row as="p" gap={4} lineGap={0} className="soft numbers breaks">
        <Instant at={entry.at} />
        <span>operator {entry.operator}</span>
      </Row>
      {entry.reason ? <p className="breaks">Reason: {entry.reason}</p> : null}
    </Stack>
  );
});

function EventView(props: EntryViewProps & { readonly entry: LinkedEvent }) {
  const { entry, entryKey, own, showsJson, onToggleJson } = props;
  const subjects = entry.subjects.filter(({ kind, id }) => kind !== own?.kind || id !== own.id);
  return (
    <Stack as="article" gap={1} className={styles.entry}>
      <p className="strong breaks">{entry.what}</p>
      <Row as="p" gap={4} lineGap={0} className="soft numbers breaks">
        <Instant at={entry.at} />
        <span>{entry.actor.text}</span>
      </Row>
      {entry.reason ? <p className="breaks">Reason: {entry.reason}</p> : null}
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
        {own ? (
          <Link
            to="."
            search={(old) => ({ ...old, at: String(entry.position), sequence: undefined, view: undefined })}
            resetScroll={false}
            preload={false}
            aria-label={`State then, after event #${entry.position}`}
          >
            State then
          </Link>
        ) : null}
        <button
          type="button"
          aria-expanded={showsJson}
          aria-label={`JSON of event #${entry.position}`}
          onClick={() => onToggleJson(entryKey)}
        >
          JSON
        </button>
        <code className={styles.name}>{entry.event}</code>
      </Row>
      {showsJson ? <Stored entry={entry} /> : null}
    </Stack>
  );
}

function Stored({ entry }: { readonly entry: LinkedEvent }) {
  return (
    <Stack gap={2}>
      <dl className={styles.facts}>
        <Fact term="Stream">
          {entry.stream}, event {entry.sequence}
        </Fact>
        <Fact term="Correlation id">{entry.correlation_id ?? 'none'}</Fact>
      </dl>
      <JsonView value={entry.payload} label={`Stored JSON of event #${entry.position}`} />
    </Stack>
  );
}
