// A hand-held scanner on a screen without a field for it: it types a code within a moment and presses Enter.
import { useEffect } from 'react';
import { useStableCallback } from '@/ui/useStableCallback.ts';

/** Between two letters. Nobody types as fast. */
const LONGEST_GAP_MS = 100;
const SHORTEST_CODE = 20;
const SHOWN_WITHIN_MS = 5_000;

export function useHandScanner(onCode: (code: string) => void): void {
  const report = useStableCallback(onCode);
  useEffect(() => {
    let typed = '';
    let last = 0;
    const listen = (event: KeyboardEvent) => {
      const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
      if (timeStamp - last > LONGEST_GAP_MS) typed = '';
      last = timeStamp;
      if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typed += key;
      if (key !== 'Enter' || typed.length < SHORTEST_CODE || document.querySelector('dialog[open]')) return;
      // It would press the button that has the focus.
      event.preventDefault();
      event.stopPropagation();
      report(typed);
      typed = '';
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [report]);
}

let handed: { readonly nonce: string; readonly at: number } | undefined;

/** The scan screen, when it opens next, shows the answer to this scan. */
export const handOver = (nonce: string): void => void (handed = { nonce, at: performance.now() });

export const handedOver = (): string | undefined =>
  handed && performance.now() - handed.at < SHOWN_WITHIN_MS ? handed.nonce : undefined;
