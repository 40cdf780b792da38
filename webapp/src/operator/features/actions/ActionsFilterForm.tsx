// The filter, whose answers are in the address: by person, operator, act, period and reason.
import { ButtonLink, TextField } from '@/ui';
import { DateField, FilterForm, MemberPicker } from '../../ui/index.ts';
import styles from './ActionsFilterForm.module.css';
import { ActSelect } from './ActSelect.tsx';
import { ACT_CODES } from './names.ts';
import { FIELDS, isFiltered, type ActionsFilter } from './queries.ts';

interface ActionsFilterFormProps {
  readonly filter: ActionsFilter;
  /** The acts that the server records; none before its first answer. */
  readonly acts: readonly string[];
  /** The server's sentences by the name of a field. */
  readonly mistakes: Readonly<Record<string, string>>;
  readonly onFilter: (filter: ActionsFilter) => void;
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

export function ActionsFilterForm({ filter, acts, mistakes, onFilter }: ActionsFilterFormProps) {
  return (
    <FilterForm
      label="Actions"
      className={styles.form}
      all={
        isFiltered(filter) ? (
          <ButtonLink to="/actions" search={{ views: filter.views }} variant="quiet" preload={false}>
            Show all
          </ButtonLink>
        ) : null
      }
      onFilter={(text) =>
        onFilter({ ...Object.fromEntries(FIELDS.map((field) => [field, text(field)])), views: filter.views })
      }
    >
      <MemberPicker label="Member" name="member" value={filter.member} error={mistakes['member']} />
      <TextField
        {...plain}
        label="Reason or ticket number"
        name="reason"
        defaultValue={filter.reason}
        error={mistakes['reason']}
      />
      <TextField
        {...plain}
        label="Operator: a name or address"
        name="operator"
        defaultValue={filter.operator}
        error={mistakes['operator']}
      />
      <ActSelect act={filter.act} acts={[...ACT_CODES, ...acts]} error={mistakes['act']} />
      <DateField label="From" name="from" defaultValue={filter.from} error={mistakes['from']} />
      <DateField label="To" name="to" defaultValue={filter.to} error={mistakes['to']} />
      <TextField
        {...plain}
        label="Subject contains"
        name="subject"
        defaultValue={filter.subject}
        error={mistakes['subject']}
      />
    </FilterForm>
  );
}
