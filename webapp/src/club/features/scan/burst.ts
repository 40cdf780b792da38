// A hand-held scanner types a code faster than anybody, and ends it with Enter.
import { isCode } from './judge.ts';

/** The longest time between two keys. Nobody types a whole code that fast. */
const GAP_MS = 60;

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, select, textarea, [contenteditable]');

/** Handles the keys of a page, and reports each code that was typed outside its fields. */
export function createBurst(report: (code: string) => void): (event: KeyboardEvent) => void {
  let text = '';
  let lastAt = -Infinity;
  return (event) => {
    const { key, timeStamp, target, ctrlKey, metaKey, altKey } = event;
    // It holds Shift for a capital.
    if (key === 'Shift') return;
    if (timeStamp - lastAt > GAP_MS) text = '';
    lastAt = timeStamp;
    if (isField(target) || ctrlKey || metaKey || altKey) {
      text = '';
    } else if (key.length === 1) {
      text += key;
    } else {
      const code = text;
      text = '';
      if (key !== 'Enter' || !isCode(code)) return;
      // It would press the button that has the focus.
      event.preventDefault();
      report(code);
    }
  };
}
