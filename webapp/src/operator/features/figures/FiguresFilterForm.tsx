// The period, the club and the kind of pass, which are in the address.
import { ButtonLink, Select } from '@/ui';
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import { DateField, FilterForm } from '../../ui/index.ts';
import styles from './FiguresScreen.module.css';
import type { FiguresFilter } from './queries.ts';

interface FiguresFilterFormProps {
  readonly filter: FiguresFilter;
  /** The period that is shown, and what can be chosen; undefined until it is known. */
  readonly figures: FiguresAnswer | undefined;
  readonly errors: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly onFilter: (filter: FiguresFilter) => void;
}

export function FiguresFilterForm({ filter, figures, errors, busy, onFilter }: FiguresFilterFormProps) {
  const from = filter.from ?? figures?.period.from;
  const to = filter.to ?? figures?.period.to;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);

  return (
    <FilterForm
      label="Figures"
      className={styles.form}
      all={
        isFiltered ? (
          <ButtonLink to="/figures" variant="quiet" preload={false}>
            The last twelve months
          </ButtonLink>
        ) : null
      }
      submitLabel="Show"
      busyText={busy && 'counting…'}
      onFilter={(text) =>
        onFilter({ from: text('from'), to: text('to'), club: text('club'), pass: text('pass') })
      }
    >
      <DateField
        isMonth
        label="From"
        name="from"
        key={`from ${from}`}
        defaultValue={from}
        error={errors['from']}
      />
      <DateField isMonth label="To" name="to" key={`to ${to}`} defaultValue={to} error={errors['to']} />
      <Select label="Club" name="club" key={`club ${figures === undefined}`} defaultValue={filter.club ?? ''}>
        <option value="">Every club</option>
        {(figures?.clubs ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="Kind of pass"
        name="pass"
        key={`pass ${figures === undefined}`}
        defaultValue={filter.pass ?? ''}
      >
        <option value="">Every kind of pass</option>
        {(figures?.passes ?? []).map((pass) => (
          <option key={pass} value={pass}>
            {pass}
          </option>
        ))}
      </Select>
    </FilterForm>
  );
}
