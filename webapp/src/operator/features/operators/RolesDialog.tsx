// Changes the roles of an operator. They hold from the operator's next request on.
import { useQueryClient } from '@tanstack/react-query';
import type { OperatorEntry } from '../../api/generated/OperatorEntry.ts';
import { sessionQuery } from '../../api/session.ts';
import { ActDialog } from '../../ui/index.ts';
import { changeRoles } from './queries.ts';
import { RolesField, rolesOf } from './RolesField.tsx';

interface RolesDialogProps {
  readonly operator: OperatorEntry;
  /** It is the account of the admin who changes it. */
  readonly isOwn: boolean;
  readonly onChanged: (name: string) => void;
  readonly onClose: () => void;
}

export function RolesDialog({ operator, isOwn, onChanged, onClose }: RolesDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ActDialog
      title={isOwn ? 'Your own roles' : `Roles of ${operator.name}`}
      explanation={
        <p>
          {isOwn
            ? 'This is your own account: without the role Admin, only another admin can give it back to you.'
            : 'They hold at once. Without the role Support, members’ portals that were opened end, too.'}
        </p>
      }
      fields={(errors) => <RolesField roles={operator.roles} error={errors['roles']} />}
      check={(data): { readonly roles?: string } =>
        rolesOf(data).length === 0 ? { roles: 'Choose at least one role.' } : {}
      }
      confirmLabel={isOwn ? 'Change my roles' : 'Change the roles'}
      onConfirm={async (reason, data) => {
        await changeRoles({ id: operator.id, roles: rolesOf(data), reason });
        if (isOwn) await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
        onChanged(operator.name);
      }}
      onClose={onClose}
    />
  );
}
