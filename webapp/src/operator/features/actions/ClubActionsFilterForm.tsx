// The filter, whose answers are in the address: by club, person, act and period.
import { ButtonLink, Select } from '@/ui';
import type { ClubName } from '../../api/generated/ClubName.ts';
import { DateField, FilterForm, MemberPicker } from '../../ui/index.ts';
import styles from './ActionsFilterForm.module.css';
import { ActSelect } from './ActSelect.tsx';
import { CLUB_FIELDS, isClubFiltered, type ClubActionsFilter } from './clubQueries.ts';

interface ClubActionsFilterFormProps {
  readonly filter: ClubActionsFilter;
  /** What the server records, and its clubs; none before its first answer. */
  readonly acts: readonly string[];
  readonly clubs: readonly ClubName[];
  /** The server's sentences by the name of a field. */
  readonly mistakes: Readonly<Record<string, string>>;
  readonly onFilter: (filter: ClubActionsFilter) => void;
}

export function ClubActionsFilterForm({
  filter,
  acts,
  clubs,
  mistakes,
  onFilter,
}: ClubActionsFilterFormProps) {
  const { club, member, act, from, to, views } = filter;
  return (
    <FilterForm
      label="Actions at clubs"
      className={styles.form}
      all={
        isClubFiltered(filter) ? (
          <ButtonLink to="/actions/clubs" search={{ views }} variant="quiet" preload={false}>
            Show all
          </ButtonLink>
        ) : null
      }
      onFilter={(text) =>
        onFilter({ ...Object.fromEntries(CLUB_FIELDS.map((field) => [field, text(field)])), views })
      }
    >
      <Select
        label="Club"
        name="club"
        defaultValue={club ?? ''}
        key={`club ${clubs.length}`}
        error={mistakes['club']}
      >
        <option value="">Every club</option>
        {/* Not known yet, or removed: its record stays. */}
        {club && !clubs.some(({ id }) => id === club) ? <option value={club}>{club}</option> : null}
        {clubs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <MemberPicker label="Member" name="member" value={member} error={mistakes['member']} />
      <ActSelect act={act} acts={acts} error={mistakes['act']} />
      <DateField label="From" name="from" defaultValue={from} error={mistakes['from']} />
      <DateField label="To" name="to" defaultValue={to} error={mistakes['to']} />
    </FilterForm>
  );
}
