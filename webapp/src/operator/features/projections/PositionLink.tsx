// A position as a link to its event, for an operator who may look events up.
import { Link } from '@tanstack/react-router';
import { hasRole, useSession } from '../../api/session.ts';

export function PositionLink({ position }: { readonly position: number }) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  const text = `position ${position}`;
  if (!mayLookUp) return text;
  return (
    <Link to="/event/$position" params={{ position: String(position) }} preload={false}>
      {text}
    </Link>
  );
}
