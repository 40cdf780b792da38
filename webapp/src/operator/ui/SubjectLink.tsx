// A link to the page of a subject. A kind that has no page is shown as text.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isKind } from '../api/kinds.ts';

interface SubjectLinkProps {
  readonly kind: string;
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function SubjectLink({ kind, id, className, children }: SubjectLinkProps) {
  if (!isKind(kind)) return <span>{children}</span>;
  return (
    <Link to="/$kind/$" params={{ kind, _splat: id }} className={className ?? ''} preload={false}>
      {children}
    </Link>
  );
}
