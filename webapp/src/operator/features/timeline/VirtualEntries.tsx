// The acts in a list of which only the visible part is in the page: a timeline can have tens of thousands. The list
// scrolls with the page. The act that is being read stays where it is when newer ones come above it.
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/ui';
import type { TimelineEntry } from '../../api/generated/TimelineEntry.ts';
import { formatDay } from '../../ui/index.ts';
import { ActRow } from './ActRow.tsx';
import { actsOf, countOfFuture } from './acts.ts';
import type { Own } from './EntryView.tsx';
import styles from './Timeline.module.css';

interface VirtualEntriesProps {
  readonly entries: readonly TimelineEntry[];
  readonly own: Own;
  /** The position after which the state is shown: what came later is fainter, above a mark. */
  readonly shownPosition: number | null;
  /** Pages that were read: one of them may bring no row, as when all its events belong to the last act. */
  readonly pagesRead: number;
  readonly isComplete: boolean;
  readonly onNearEnd: () => void;
}

/** Rows below the visible ones at which the next page is asked for: a fast reader should not reach the end. */
const AHEAD = 40;
const ROW_PX = 31;

export function VirtualEntries(props: VirtualEntriesProps) {
  const { entries, own, shownPosition, pagesRead, isComplete, onNearEnd } = props;
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const margin = useOffsetTop(list);
  const acts = useMemo(() => actsOf(entries), [entries]);
  const future = useMemo(
    () => (shownPosition === null ? 0 : countOfFuture(acts, shownPosition)),
    [acts, shownPosition],
  );
  const toggle = useCallback((key: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);

  const focusedIndex = focused === undefined ? -1 : acts.findIndex(({ key }) => key === focused);
  // oxlint-disable-next-line react/incompatible-library -- no memoised component gets the virtualizer
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: acts.length,
    estimateSize: () => ROW_PX,
    overscan: 10,
    scrollMargin: margin,
    getItemKey: (index) => acts[index]?.key ?? index,
    // At the top of the list the newest acts are what is being read, so there they simply appear.
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
    if (lastRow >= acts.length - AHEAD) onNearEnd();
  }, [lastRow, acts.length, pagesRead, onNearEnd]);

  const isMarked = shownPosition !== null && future < acts.length;
  return (
    <>
      {isMarked && future > 0 ? (
        <div>
          <Button
            variant="secondary"
            onClick={() => virtualizer.scrollToIndex(future, { align: 'center' })}
          >{`Go to the chosen moment, ${future} ${future === 1 ? 'row' : 'rows'} below`}</Button>
        </div>
      ) : null}
      {shownPosition !== null && !isMarked ? (
        <p className="soft">Everything here came after the chosen moment.</p>
      ) : null}
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
          const act = acts[index];
          if (!act) return null;
          const isShown = isMarked && index === future;
          return (
            <li
              key={String(key)}
              ref={virtualizer.measureElement}
              data-index={index}
              data-key={act.key}
              aria-posinset={index + 1}
              aria-setsize={isComplete ? acts.length : -1}
              aria-current={isShown ? 'true' : undefined}
              className={styles.row}
              style={{ transform: `translateY(${start - margin}px)` }}
            >
              {act.day === acts[index - 1]?.day ? null : <h3 className={styles.day}>{formatDay(act.day)}</h3>}
              {isShown ? (
                <p className={styles.mark}>
                  {`The state shown is the one after event #${shownPosition}.${future > 0 ? ' Everything above came later.' : ''}`}
                </p>
              ) : null}
              <ActRow
                act={act}
                own={own}
                isOpen={open.has(act.key)}
                onToggle={toggle}
                shownPosition={shownPosition}
                isFuture={shownPosition !== null && index < future}
              />
            </li>
          );
        })}
      </ol>
    </>
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
