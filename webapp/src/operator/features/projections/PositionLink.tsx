// A position as a link to its event, for an operator who may look events up.
import { Link } from '@tanstack/react-router';
import { hasRole, useSession } from '../../api/session.ts';

interface PositionLinkProps {
  readonly position: number;
  readonly noun?: 'position' | 'event';
}

export function PositionLink({ position, noun = 'position' }: PositionLinkProps) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  const text = `${noun} ${position}`;
  if (!mayLookUp) return text;
  return (
    <Link to="/event/$position" params={{ position: String(position) }} preload={false}>
      {text}
    </Link>
  );
}
