// The entries in a list of which only the visible part is in the page: a timeline can have tens of thousands. The list
// scrolls with the page. The entry that is being read stays where it is when newer ones come above it.
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cx } from '@/ui';
import type { TimelineEntry } from '../../api/generated/TimelineEntry.ts';
import { isEvent } from '../../api/entries.ts';
import { EntryView } from './EntryView.tsx';
import { entryKey } from './queries.ts';
import styles from './Timeline.module.css';

interface VirtualEntriesProps {
  readonly entries: readonly TimelineEntry[];
  readonly own: { readonly kind: string; readonly id: string };
  /** The position after which the state is shown; its entry is marked. */
  readonly shownPosition: number | null;
  readonly isComplete: boolean;
  readonly onNearEnd: () => void;
}

/** Rows below the visible ones at which the next page is asked for: a fast reader should not reach the end. */
const AHEAD = 30;
const ROW_PX = 132;

export function VirtualEntries({ entries, own, shownPosition, isComplete, onNearEnd }: VirtualEntriesProps) {
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const margin = useOffsetTop(list);
  const keys = useMemo(() => entries.map(entryKey), [entries]);
  const toggleJson = useCallback((key: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);

  const focusedIndex = focused === undefined ? -1 : keys.indexOf(focused);
  // oxlint-disable-next-line react/incompatible-library -- no memoised component gets the virtualizer
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: entries.length,
    estimateSize: () => ROW_PX,
    gap: 8,
    overscan: 6,
    scrollMargin: margin,
    getItemKey: (index) => keys[index] ?? index,
    // At the top of the list the newest entries are what is being read, so there they simply appear.
    anchorTo: window.scrollY > margin ? 'end' : 'start',
    // The row with the focus stays in the page: else scrolling would lose the keyboard's place.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range);
      if (focusedIndex < 0 || visible.includes(focusedIndex)) return visible;
      return [...visible, focusedIndex].toSorted((a, b) => a - b);
    },
  });

  const rows = virtualizer.getVirtualItems();
  const lastRow = virtualizer.range?.endIndex ?? -1;
  useEffect(() => {
    if (lastRow >= entries.length - AHEAD) onNearEnd();
  }, [lastRow, entries.length, onNearEnd]);

  const shown = entries.find(
    (entry) => shownPosition !== null && isEvent(entry) && entry.position === shownPosition,
  );
  return (
    <ol
      ref={list}
      className={styles.entries}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={({ target }) =>
        setFocused(target.closest('li[data-key]')?.getAttribute('data-key') ?? undefined)
      }
      onBlur={() => setFocused(undefined)}
    >
      {rows.map(({ index, key, start }) => {
        const entry = entries[index];
        const text = String(key);
        return entry ? (
          <li
            key={text}
            ref={virtualizer.measureElement}
            data-index={index}
            data-key={text}
            aria-posinset={index + 1}
            aria-setsize={isComplete ? entries.length : -1}
            aria-current={entry === shown ? 'true' : undefined}
            className={cx(styles.row, entry === shown && styles.shown)}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {entry === shown ? (
              <p className={styles.mark}>The state shown is the one after this event.</p>
            ) : null}
            <EntryView
              entry={entry}
              entryKey={text}
              own={own}
              showsJson={open.has(text)}
              onToggleJson={toggleJson}
            />
          </li>
        ) : null;
      })}
    </ol>
  );
}

/** How far the list is below the top of the page, also after what is above it has grown. */
function useOffsetTop(list: React.RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top;
      if (top !== undefined) setOffset(Math.round(top + window.scrollY));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return offset;
}
