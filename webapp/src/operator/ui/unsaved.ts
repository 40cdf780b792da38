// Whether this screen has something that was typed and is not saved: where the session has ended, the log-in then opens over
// it, and not in its place.
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

const unsaved = new Set<symbol>();

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Of a form: true from its first change until it is saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = Symbol('form');
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isUnsaved]);
}

/** Asks before another screen or tab takes the place of what would be lost. */
export function useAskBeforeLeaving(isLost: boolean, question: string): void {
  useUnsaved(isLost);
  useBlocker({
    shouldBlockFn: () => isLost && !globalThis.confirm(question),
    enableBeforeUnload: isLost,
  });
}
