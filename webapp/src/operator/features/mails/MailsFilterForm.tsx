// The filter, whose answers are in the address.
import { ButtonLink, Select } from '@/ui';
import { DateField, FilterForm, MemberPicker } from '../../ui/index.ts';
import { KINDS, isKind } from './lists.ts';
import styles from './MailsScreen.module.css';
import type { MailsFilter } from './queries.ts';

interface MailsFilterFormProps {
  /** The list as the address has it. */
  readonly list: string | undefined;
  readonly filter: MailsFilter;
  /** The server's sentences about the fields. */
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onFilter: (filter: MailsFilter) => void;
}

export function MailsFilterForm({ list, filter, errors, onFilter }: MailsFilterFormProps) {
  const { member, kind, from, to } = filter;
  return (
    <FilterForm
      label="Mails"
      className={styles.form}
      all={
        member || kind || from || to ? (
          <ButtonLink to="/mails" search={{ list }} variant="quiet" preload={false}>
            {kind || from || to ? 'Show all' : 'Show all members'}
          </ButtonLink>
        ) : null
      }
      onFilter={(text) =>
        onFilter({ member: text('member'), kind: text('kind'), from: text('from'), to: text('to') })
      }
    >
      <MemberPicker label="Member" name="member" value={member} error={errors['member']} />
      <Select label="Kind" name="kind" defaultValue={isKind(kind) ? kind : ''}>
        <option value="">Every kind</option>
        {Object.entries(KINDS).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <DateField label="First day" name="from" defaultValue={from} error={errors['from']} />
      <DateField label="Last day" name="to" defaultValue={to} error={errors['to']} />
    </FilterForm>
  );
}
