// Rows of a long list get the same function in every render, so that a memoised row does not render again because of it.
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Always the same function; it does what `callback` of the last render does. Not for calls while rendering. */
export function useStableCallback<Arguments extends readonly unknown[], Answer>(
  callback: (...args: Arguments) => Answer,
): (...args: Arguments) => Answer {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
