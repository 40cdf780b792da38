// The filters of a timeline, which are in the address, so that a colleague sees the same entries.
import { useState } from 'react';
import { Button, Checkbox, Select, TextField } from '@/ui';
import type { Filters } from './queries.ts';
import styles from './TimelineFilters.module.css';

interface TimelineFiltersProps {
  readonly names: readonly string[];
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
}

export function TimelineFilters({ names, filters, onFilter }: TimelineFiltersProps) {
  const chosen = filters.events?.split(',') ?? [];
  // A name of the address that this subject does not have must be there to be switched off.
  const all = [...new Set([...names, ...chosen])];
  const active = Object.values(filters).filter((value) => value !== undefined).length;
  const [isOpen, setIsOpen] = useState(active > 0);
  const change = (changed: Partial<Filters>) => onFilter({ ...filters, ...changed });
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
    change({ events: next.join(',') || undefined });
  };
  return (
    <details
      className={styles.filters}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>Filter{active > 0 ? ` (${active} active)` : ''}</summary>
      <div className={styles.fields}>
        <Select
          label="By"
          value={filters.actor ?? ''}
          onChange={(event) => change({ actor: event.target.value || undefined })}
        >
          <option value="">anyone</option>
          <option value="member">a member</option>
          <option value="operator">an operator</option>
          <option value="system">the system</option>
        </Select>
        <TextField
          label="From"
          type="date"
          value={filters.from ?? ''}
          onChange={(event) => change({ from: event.target.value || undefined })}
        />
        <TextField
          label="To"
          type="date"
          value={filters.to ?? ''}
          onChange={(event) => change({ to: event.target.value || undefined })}
        />
      </div>
      {all.length > 0 ? (
        <fieldset>
          <legend className="strong">Events</legend>
          <div className={styles.names}>
            {all.map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      {active > 0 ? (
        <Button variant="quiet" onClick={() => onFilter({})}>
          Remove all filters
        </Button>
      ) : null}
    </details>
  );
}
