// Whether the page is being printed. The list is made for paper only.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes the page as it is after this event.
    const set = (printing: boolean) => flushSync(() => setPrinting(printing));
    const [start, end] = [() => set(true), () => set(false)];
    const media = window.matchMedia('print');
    const follow = () => set(media.matches);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', follow);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', follow);
    };
  }, []);
  return isPrinting;
}
