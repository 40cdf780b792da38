// The order of the clubs and the filters that leave some out. Asking for a distance asks for the location.
import type { ReactNode } from 'react';
import { Button, Checkbox, Select, counted } from '@/ui';
import { orders, type ClubFilter, type Order } from './clubFilter.ts';
import styles from './ClubTools.module.css';
import { askPosition, canBeAsked, useOwnPosition } from './ownPosition.ts';

const DISTANCES_KM = [10, 25, 50, 100];

interface FilterPanelProps {
  readonly filter: ClubFilter;
  readonly onChange: (filter: ClubFilter) => void;
  readonly withHoles: boolean;
  readonly active: boolean;
  /** How many clubs the list shows. */
  readonly found: number;
  readonly onClear: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FilterPanel(props: FilterPanelProps) {
  const { filter, onChange, withHoles, active, found, onClear, onClose, children } = props;
  const { position } = useOwnPosition();
  const change = (changed: Partial<ClubFilter>) => {
    const next = { ...filter, ...changed };
    if (!position && (changed.order === 'distance' || changed.withinKm)) askPosition();
    onChange(next);
  };
  const shownOrders = (Object.keys(orders) as Order[]).filter(
    (order) => order !== 'distance' || canBeAsked(),
  );

  return (
    <div className={styles.filters}>
      <Select
        label="Volgorde"
        value={filter.order}
        onChange={(event) => change({ order: event.target.value as Order })}
      >
        {shownOrders.map((order) => (
          <option key={order} value={order}>
            {orders[order]}
          </option>
        ))}
      </Select>
      {canBeAsked() ? (
        <Select
          label="Afstand"
          value={filter.withinKm ?? ''}
          onChange={(event) => change({ withinKm: Number(event.target.value) || null })}
        >
          <option value="">elke afstand</option>
          {DISTANCES_KM.map((km) => (
            <option key={km} value={km}>{`binnen ${km} km`}</option>
          ))}
        </Select>
      ) : null}
      {withHoles ? (
        <Select
          label="Holes"
          value={filter.holes ?? ''}
          onChange={(event) => change({ holes: Number(event.target.value) || null })}
        >
          <option value="">9 of 18 holes</option>
          <option value={9}>9 holes</option>
          <option value={18}>18 holes</option>
        </Select>
      ) : null}
      {children}
      <div className={styles.checks}>
        <Checkbox
          label="alleen met rondes over"
          checked={filter.roundsLeftOnly}
          onChange={(event) => change({ roundsLeftOnly: event.target.checked })}
        />
      </div>
      <div className={styles.acts}>
        {active ? (
          <Button variant="quiet" onClick={onClear}>
            wis filters
          </Button>
        ) : null}
        <Button onClick={onClose}>{`toon ${counted(found, 'baan', 'banen')}`}</Button>
      </div>
    </div>
  );
}
