// The filters of a timeline, which are in the address, so that a colleague sees the same entries. What it is about and words
// come first; the names of events are for readers who know them.
import { useState, type ReactNode } from 'react';
import { Button, Checkbox, Row, Select, TextField } from '@/ui';
import { DateField } from '../../ui/index.ts';
import type { Filters } from './queries.ts';
import styles from './TimelineFilters.module.css';
import { CATEGORY_CODES, categoryName } from './words.ts';

interface TimelineFiltersProps {
  readonly names: readonly string[];
  /** As the server has them; none before its first answer. */
  readonly categories: readonly string[];
  readonly filters: Filters;
  /** Sentences by the name of a filter. */
  readonly mistakes: Readonly<Record<string, string>>;
  readonly action?: ReactNode;
  readonly onFilter: (filters: Filters) => void;
}

export function TimelineFilters(props: TimelineFiltersProps) {
  const { names, categories, filters, mistakes, action, onFilter } = props;
  const chosen = filters.events?.split(',') ?? [];
  // A name of the address that this subject does not have must be there to be switched off.
  const all = [...new Set([...names, ...chosen])];
  const codes = new Set([...CATEGORY_CODES, ...categories, ...(filters.category ? [filters.category] : [])]);
  const { category, text, ...finer } = filters;
  const active = Object.values(finer).filter((value) => value !== undefined).length;
  const [isOpen, setIsOpen] = useState(active > 0);
  const [words, setWords] = useTyped(text);
  const change = (changed: Partial<Filters>) => onFilter({ ...filters, ...changed });
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
    change({ events: next.join(',') || undefined });
  };
  const isFiltered = active > 0 || category !== undefined || text !== undefined;
  return (
    <div className={styles.filters}>
      <form
        role="search"
        aria-label="Timeline"
        className={styles.first}
        onSubmit={(event) => {
          event.preventDefault();
          change({ text: words.trim() || undefined });
        }}
      >
        <Select
          label="About"
          value={category ?? ''}
          error={mistakes['category']}
          onChange={(event) => change({ category: event.target.value || undefined })}
        >
          <option value="">everything</option>
          {[...codes].map((code) => (
            <option key={code} value={code}>
              {categoryName(code)}
            </option>
          ))}
        </Select>
        <TextField
          label="Words, a name or a number"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          error={mistakes['text']}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <Row gap={2}>
          <Button type="submit" variant="secondary">
            Find
          </Button>
          {isFiltered ? (
            <Button variant="quiet" onClick={() => onFilter({})}>
              Remove all filters
            </Button>
          ) : null}
        </Row>
      </form>
      {action}
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary
          className={styles.summary}
        >{`More filters${active > 0 ? ` (${active} active)` : ''}`}</summary>
        <div className={styles.fields}>
          <Select
            label="By"
            value={filters.actor ?? ''}
            error={mistakes['actor']}
            onChange={(event) => change({ actor: event.target.value || undefined })}
          >
            <option value="">anyone</option>
            <option value="member">a member</option>
            <option value="operator">an operator</option>
            <option value="club">a club</option>
            <option value="system">the system</option>
          </Select>
          <DayFilter
            label="From"
            day={filters.from}
            error={mistakes['from']}
            onDay={(from) => change({ from })}
          />
          <DayFilter label="To" day={filters.to} error={mistakes['to']} onDay={(to) => change({ to })} />
        </div>
        {all.length > 0 ? (
          <fieldset>
            <legend className="strong">Names of events</legend>
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
      </details>
    </div>
  );
}

interface DayFilterProps {
  readonly label: string;
  readonly day: string | undefined;
  readonly error: string | undefined;
  readonly onDay: (day: string | undefined) => void;
}

/** A day is asked for when it is whole: half of one is no filter yet. */
function DayFilter({ label, day, error, onDay }: DayFilterProps) {
  const [typed, setTyped] = useTyped(day);
  return (
    <DateField
      label={label}
      value={typed}
      error={error}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const isWhole = value.trim() === '' || /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
        if (isWhole) onDay(value.trim() || undefined);
      }}
    />
  );
}

/** What is typed; it follows the address where that changed by something else, as by removing the filters. */
function useTyped(inAddress: string | undefined): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ seen: inAddress, text: inAddress ?? '' });
  if (typed.seen !== inAddress) {
    const isOwn = typed.text.trim() === (inAddress ?? '');
    setTyped({ seen: inAddress, text: isOwn ? typed.text : (inAddress ?? '') });
  }
  return [typed.text, (text) => setTyped({ seen: inAddress, text })];
}
