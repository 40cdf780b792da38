// One line of a list of facts, for within a `dl`.
import type { ReactNode } from 'react';

interface FactProps {
  readonly term: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Fact({ term, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
