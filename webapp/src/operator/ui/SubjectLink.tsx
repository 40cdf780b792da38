// A link to the page of a subject. A kind that has no page is shown as text.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isKind } from '../api/kinds.ts';
import { mayLookUp, useSession } from '../api/session.ts';

interface SubjectLinkProps {
  readonly kind: string;
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function SubjectLink({ kind, id, className, children }: SubjectLinkProps) {
  const session = useSession();
  if (!isKind(kind)) return <span>{children}</span>;
  // An admin alone manages accounts, and has no timeline.
  if (kind === 'member' && !mayLookUp(session)) {
    return (
      <Link to="/members/$id" params={{ id }} className={className ?? ''} preload={false}>
        {children}
      </Link>
    );
  }
  return (
    <Link to="/$kind/$" params={{ kind, _splat: id }} className={className ?? ''} preload={false}>
      {children}
    </Link>
  );
}
