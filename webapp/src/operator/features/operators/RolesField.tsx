// The roles of an operator, each with what it may do.
import { Checkbox, Stack } from '@/ui';
import { ROLES, type Role } from '../../api/session.ts';
import { mayDo, roleNames } from '../account/roles.ts';
import styles from './RolesField.module.css';

interface RolesFieldProps {
  /** Chosen to begin with. */
  readonly roles?: readonly Role[];
  readonly error: string | undefined;
}

export function RolesField({ roles = [], error }: RolesFieldProps) {
  return (
    <Stack as="fieldset" gap={2} aria-describedby={error ? 'roles-error' : undefined}>
      <legend className="strong">Roles</legend>
      {ROLES.map((role) => (
        <div key={role}>
          <Checkbox
            label={roleNames[role]}
            name="roles"
            value={role}
            defaultChecked={roles.includes(role)}
            aria-describedby={`may-do-${role}`}
          />
          <p id={`may-do-${role}`} className={styles.mayDo}>
            {mayDo[role]}
          </p>
        </div>
      ))}
      {error ? (
        <p id="roles-error" className="danger strong">
          {error}
        </p>
      ) : null}
    </Stack>
  );
}

export const rolesOf = (data: FormData): Role[] =>
  ROLES.filter((role) => data.getAll('roles').includes(role));
