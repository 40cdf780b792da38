// The line of tools above a list of clubs: the search, the distance, and the order and the filters, so that the list
// itself stays calm: on a phone in a sheet, where they would push the list away, elsewhere in a panel.
import { LocateFixed, SlidersHorizontal } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Button, cx, Dialog, Row, Stack, SearchField } from '@/ui';
import { useMedia } from '@/ui/useMedia.ts';
import { PHONE } from './widths.ts';
import { countFilters, type ClubFilter } from './clubFilter.ts';
import styles from './ClubTools.module.css';
import { FilterPanel } from './FilterPanel.tsx';
import { askPosition, canBeAsked, useOwnPosition } from './ownPosition.ts';

export interface ClubToolsProps {
  readonly filter: ClubFilter;
  readonly onChange: (filter: ClubFilter) => void;
  /** The map has such a button of its own. */
  readonly hideLocate?: boolean;
  /** Further controls in the line, such as the choice of a view. */
  readonly children?: ReactNode;
  /** Further filters in the panel. */
  readonly filters?: ReactNode;
  /** How many of those leave clubs out. */
  readonly activeFilters?: number;
  /** Whether clubs can be filtered by the length of a round. */
  readonly withHoles?: boolean;
  /** How many clubs the list shows. */
  readonly found: number;
  readonly onClear: () => void;
}

export function ClubTools(props: ClubToolsProps) {
  const {
    filter,
    onChange,
    hideLocate,
    children,
    filters,
    activeFilters = 0,
    withHoles,
    found,
    onClear,
  } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { status } = useOwnPosition();
  const phone = useMedia(PHONE);
  const count = countFilters(filter) + activeFilters;

  const locate = () => {
    askPosition();
    onChange({ ...filter, order: 'distance' });
  };

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const panel = (
    <FilterPanel
      filter={filter}
      onChange={onChange}
      withHoles={withHoles === true}
      active={count > 0}
      found={found}
      onClear={onClear}
      onClose={close}
    >
      {filters}
    </FilterPanel>
  );

  return (
    <Stack gap={3}>
      <Row gap={2} align="center">
        <SearchField
          label="Zoek een baan"
          className={styles.search ?? ''}
          value={filter.text}
          placeholder="naam of plaats"
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
        />
        {canBeAsked() && !hideLocate ? (
          <Button
            variant="secondary"
            className={cx(styles.tool, filter.order === 'distance' && styles.active)}
            aria-label="banen bij mij in de buurt"
            busyText={status === 'asking' ? '…' : false}
            onClick={locate}
          >
            <LocateFixed aria-hidden size={20} />
            <span className={styles.toolText}>in de buurt</span>
          </Button>
        ) : null}
        <Button
          ref={button}
          variant="secondary"
          className={cx(styles.tool, count > 0 && styles.active)}
          aria-label={count > 0 ? `volgorde en filters, ${count} aan` : 'volgorde en filters'}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden size={20} />
          <span className={styles.toolText}>filters</span>
          {count > 0 ? <span className={styles.count}>{count}</span> : null}
        </Button>
        {children}
      </Row>
      <div id={id} hidden={!open}>
        {!open ? null : phone ? (
          <Dialog title="Volgorde en filters" onClose={close}>
            {panel}
          </Dialog>
        ) : (
          <div
            role="group"
            aria-label="Volgorde en filters"
            className={styles.panel}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
            }}
          >
            {panel}
          </div>
        )}
      </div>
      {status === 'unavailable' ? (
        <p role="status">Je locatie is niet beschikbaar. Zoek op naam of plaats.</p>
      ) : null}
    </Stack>
  );
}
