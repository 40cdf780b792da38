import { RadioGroup } from '@/ui';
import type { ClubRole } from '../../api/session.ts';
import { mayDo, roleNames, ROLES } from '../../ui/index.ts';

interface RoleFieldProps {
  readonly role: ClubRole;
  readonly error?: string | undefined;
  readonly onRole: (role: ClubRole) => void;
}

export function RoleField({ role, error, onRole }: RoleFieldProps) {
  return (
    <RadioGroup
      legend="Rol"
      options={ROLES.map((value) => ({ value, label: roleNames[value], detail: mayDo[value] }))}
      value={role}
      error={error}
      onChange={onRole}
    />
  );
}
