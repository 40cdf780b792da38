// A value that a module keeps outside React, and that components show.
import { useSyncExternalStore } from 'react';

export function createStore<Value>(value: Value) {
  let current = value;
  const listeners = new Set<() => void>();
  const get = () => current;
  const set = (next: Value) => {
    current = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { get, set, subscribe, useValue: () => useSyncExternalStore(subscribe, get) };
}
