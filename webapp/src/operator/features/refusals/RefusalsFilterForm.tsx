// The filter, whose answers are in the address.
import { ButtonLink, Select } from '@/ui';
import { ruleName } from './names.ts';
import type { RefusalsFilter } from './queries.ts';
import { FilterForm, MemberPicker } from '../../ui/index.ts';
import styles from './RefusalsScreen.module.css';

interface RefusalsFilterFormProps {
  readonly filter: RefusalsFilter;
  /** The rules that refused something. */
  readonly rules: readonly string[];
  /** The server's sentence about the entered member. */
  readonly error: string | undefined;
  readonly onFilter: (filter: RefusalsFilter) => void;
}

export function RefusalsFilterForm({ filter, rules, error, onFilter }: RefusalsFilterFormProps) {
  // The rule of the address stays in the list, also where it refused nothing.
  const listed = [...new Set([...rules, ...(filter.rule ? [filter.rule] : [])])];

  return (
    <FilterForm
      label="Refused attempts"
      className={styles.form}
      all={
        filter.rule || filter.member ? (
          <ButtonLink to="/refusals" variant="quiet" preload={false}>
            Show all
          </ButtonLink>
        ) : null
      }
      onFilter={(text) => onFilter({ rule: text('rule'), member: text('member') })}
    >
      <MemberPicker label="Member" name="member" value={filter.member} error={error} />
      <Select label="Rule" name="rule" defaultValue={filter.rule ?? ''} key={listed.join(' ')}>
        <option value="">Every rule</option>
        {listed.map((rule) => (
          <option key={rule} value={rule}>
            {ruleName(rule)}
          </option>
        ))}
      </Select>
    </FilterForm>
  );
}
