// One act in one row: when, what happened, why and by whom. Its events come on demand.
import { ChevronDown } from 'lucide-react';
import { memo, useId } from 'react';
import { Stack } from '@/ui';
import { isEvent } from '../../api/entries.ts';
import type { Act } from './acts.ts';
import styles from './ActRow.module.css';
import { ActOfOperator, EventView, type Own } from './EntryView.tsx';
import { entryKey } from './queries.ts';
import { briefActorOf, clockTime, sentenceOf } from './words.ts';

interface ActRowProps {
  readonly act: Act;
  /** The subject of this page: it needs no link to itself. */
  readonly own: Own;
  readonly isOpen: boolean;
  readonly onToggle: (key: string) => void;
  /** The position after which the state is shown, where this act is or is later. */
  readonly shownPosition: number | null;
  readonly isFuture: boolean;
}

export const ActRow = memo(function ActRow(props: ActRowProps) {
  const { act, own, isOpen, onToggle, shownPosition, isFuture } = props;
  const content = useId();
  const { head, entries } = act;
  const reason = entries.find((entry) => entry.reason)?.reason;
  return (
    <article
      className={styles.act}
      data-future={isFuture || undefined}
      data-act={!isEvent(head) || undefined}
    >
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => onToggle(act.key)}
      >
        <time dateTime={head.at} className="soft numbers">
          {clockTime(head.at)}
        </time>
        <span className={styles.text}>
          <span className={styles.sentence}>{sentenceOf(head)}</span>{' '}
          {reason ? <span className="soft">Reason: {reason}</span> : null}
        </span>
        <span className={styles.by}>
          <span>{briefActorOf(head)}</span>
        </span>
        <span className={styles.count}>
          {entries.length > 1 ? <span>{`${entries.length} events`}</span> : null}
        </span>
        <ChevronDown aria-hidden size={18} />
      </button>
      {isOpen ? (
        <Stack as="ol" gap={4} id={content} className={styles.events}>
          {entries.toReversed().map((entry) => (
            <li
              key={entryKey(entry)}
              data-future={
                (!isFuture && shownPosition !== null && isEvent(entry) && entry.position > shownPosition) ||
                undefined
              }
            >
              {isEvent(entry) ? (
                <EventView entry={entry} own={own} isAlone={entries.length === 1} />
              ) : (
                <ActOfOperator entry={entry} />
              )}
            </li>
          ))}
        </Stack>
      ) : null}
    </article>
  );
});
