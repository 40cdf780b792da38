// The filter of the clubs by day: the chosen day where the member chose it first, else one to look at.
import type { ClubFilter } from '@/features/courses/clubFilter.ts';
import { Checkbox, longDate, Select } from '@/ui';
import { windowDays } from './calendarDays.ts';

interface DayFilterProps {
  readonly filter: ClubFilter;
  readonly onChange: (filter: ClubFilter) => void;
  readonly day: string | null;
  /** Null where the clubs are those of the chosen day already. */
  readonly onDay: ((day: string | null) => void) | null;
  readonly today: string;
}

export function DayFilter({ filter, onChange, day, onDay, today }: DayFilterProps) {
  if (!onDay) {
    return (
      <Checkbox
        label="alleen vrij op deze dag"
        checked={filter.reservableOnly}
        onChange={(event) => onChange({ ...filter, reservableOnly: event.target.checked })}
      />
    );
  }
  const days = windowDays(undefined, today).filter((option) => option >= today);
  return (
    <Select label="Vrij op" value={day ?? ''} onChange={(event) => onDay(event.target.value || null)}>
      <option value="">elke dag</option>
      {days.map((option) => (
        <option key={option} value={option}>
          {longDate(option)}
        </option>
      ))}
    </Select>
  );
}
