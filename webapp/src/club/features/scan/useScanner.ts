// A hand-held scanner works on every screen: what it reads is recorded, and its answer is on the scanning screen, whose field
// takes the next ones.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { clearAnswer, recordAndShow } from './answered.ts';
import { createBurst } from './burst.ts';

export function useScanner(isAllowed: boolean): void {
  const navigate = useNavigate();
  const isScanning = useLocation({ select: ({ pathname }) => pathname === '/scan' });
  // Whoever comes back finds no old answer.
  useEffect(() => (isScanning ? clearAnswer : undefined), [isScanning]);
  useEffect(() => {
    if (!isAllowed) return undefined;
    const handle = createBurst((code) => {
      void recordAndShow({ code }, 'scanner');
      void navigate({ to: '/scan' });
    });
    document.addEventListener('keydown', handle, { capture: true });
    return () => document.removeEventListener('keydown', handle, { capture: true });
  }, [isAllowed, navigate]);
}
