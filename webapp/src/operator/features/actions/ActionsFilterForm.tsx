// The filter, whose answers are in the address.
import { ButtonLink, TextField } from '@/ui';
import { FilterForm } from '../../ui/index.ts';
import styles from './ActionsFilterForm.module.css';
import type { ActionsFilter } from './queries.ts';

interface ActionsFilterFormProps {
  readonly filter: ActionsFilter;
  readonly onFilter: (filter: ActionsFilter) => void;
}

export function ActionsFilterForm({ filter, onFilter }: ActionsFilterFormProps) {
  const isFiltered = filter.operator !== undefined || filter.subject !== undefined;

  return (
    <FilterForm
      label="Actions"
      className={styles.form}
      all={
        isFiltered ? (
          <ButtonLink to="/actions" variant="quiet" preload={false}>
            Show all
          </ButtonLink>
        ) : null
      }
      onFilter={(text) => onFilter({ operator: text('operator'), subject: text('subject') })}
    >
      <TextField
        label="Operator"
        name="operator"
        defaultValue={filter.operator}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="Subject contains"
        name="subject"
        defaultValue={filter.subject}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FilterForm>
  );
}
