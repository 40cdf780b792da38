// Whether this screen has something that was typed and is not saved: where the session has ended, the log-in then opens over
// it, and not in its place.
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
