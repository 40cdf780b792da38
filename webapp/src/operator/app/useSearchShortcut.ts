// `/` puts the cursor into the search from anywhere outside an input, as many search engines do.
import { useEffect } from 'react';
import { SEARCH_ID } from '../ui/index.ts';

const TYPING = 'input, select, textarea, [contenteditable], dialog';

export function useSearchShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      const box = document.getElementById(SEARCH_ID);
      if (!(box instanceof HTMLInputElement)) return;
      event.preventDefault();
      box.focus();
      box.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
