// Says that an act was done, where it was done. It takes the focus: the button that began the act may be gone.
import { useEffect, useRef, type ReactNode } from 'react';
import { Status } from '@/ui';

export function Done({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Status>{children}</Status>
    </div>
  );
}
