// The filter, whose answers are in the address.
import { useQuery } from '@tanstack/react-query';
import { ButtonLink, Select } from '@/ui';
import { DateField, FilterForm, MemberPicker } from '../../ui/index.ts';
import { clubsQuery } from '../why/queries.ts';
import { ruleName } from './names.ts';
import { FIELDS, isFiltered, type RefusalsFilter } from './queries.ts';
import styles from './RefusalsScreen.module.css';

interface RefusalsFilterFormProps {
  readonly filter: RefusalsFilter;
  /** The rules that refused something. */
  readonly rules: readonly string[];
  /** The server's sentences about the fields. */
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onFilter: (filter: RefusalsFilter) => void;
}

export function RefusalsFilterForm({ filter, rules, errors, onFilter }: RefusalsFilterFormProps) {
  const clubs = useQuery(clubsQuery).data;
  // The rule of the address stays in the list, also where it refused nothing.
  const listed = [...new Set([...rules, ...(filter.rule ? [filter.rule] : [])])];
  const { member, rule, club, from, to } = filter;

  return (
    <FilterForm
      label="Refused attempts"
      className={styles.form}
      all={
        isFiltered(filter) ? (
          <ButtonLink to="/refusals" variant="quiet" preload={false}>
            Show all
          </ButtonLink>
        ) : null
      }
      onFilter={(text) => onFilter(Object.fromEntries(FIELDS.map((field) => [field, text(field)])))}
    >
      <MemberPicker label="Member" name="member" value={member} error={errors['member']} />
      <Select
        label="Rule"
        name="rule"
        defaultValue={rule ?? ''}
        key={listed.join(' ')}
        error={errors['rule']}
      >
        <option value="">Every rule</option>
        {listed.map((code) => (
          <option key={code} value={code}>
            {ruleName(code)}
          </option>
        ))}
      </Select>
      <Select
        label="Club"
        name="club"
        defaultValue={club ?? ''}
        key={`club ${clubs === undefined}`}
        error={errors['club']}
      >
        <option value="">Every club</option>
        {/* Until the clubs are there, the one of the address is known by its id only. */}
        {club && !clubs?.some(({ id }) => id === club) ? <option value={club}>{club}</option> : null}
        {clubs?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <DateField label="First day" name="from" defaultValue={from} error={errors['from']} />
      <DateField label="Last day" name="to" defaultValue={to} error={errors['to']} />
    </FilterForm>
  );
}
