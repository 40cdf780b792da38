// A member whom an act concerns. Operators who may look members up can open the member's page.
import type { ActionMember } from '../../api/generated/ActionMember.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { SubjectLink } from '../../ui/index.ts';

export function MemberName({ member: { id, name } }: { readonly member: ActionMember }) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  const shown = name ?? id;
  return mayLookUp ? (
    <SubjectLink kind="member" id={id}>
      {shown}
    </SubjectLink>
  ) : (
    shown
  );
}
