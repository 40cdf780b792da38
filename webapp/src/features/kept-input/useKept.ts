// State of a form that is also in session storage: it is there again after a new log-in in this tab, or a reload. A
// log-out removes it, and another member does not see it.
import { useState } from 'react';
import * as z from 'zod/mini';
import { getSession } from '@/session/session.ts';

const PREFIX = 'fairway:form:';

/** The outcome of a payment that was shown last: kept until the next payment begins, so that it is told once. */
export const PAYMENT_OUTCOME = 'payment-outcome';

function read<Value>(key: string, schema: z.ZodMiniType<Value>): Value | undefined {
  const stored = z.object({ owner: z.string(), value: schema });
  try {
    const parsed = z.safeParse(stored, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return parsed.data?.owner === getSession().email ? parsed.data?.value : undefined;
  } catch {
    return undefined;
  }
}

/** `name` names the form, then what it is about. */
export function useKept<Value>(name: string, schema: z.ZodMiniType<Value>, initial: () => Value) {
  const key = PREFIX + name;
  const [value, setValue] = useState<Value>(() => read(key, schema) ?? initial());
  const change = (changed: Value) => {
    const owner = getSession().email;
    if (owner) sessionStorage.setItem(key, JSON.stringify({ owner, value: changed }));
    setValue(changed);
  };
  return [value, change] as const;
}

/** Removes all that is stored of a form which was sent. */
export function forgetKept(form: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX + form)) sessionStorage.removeItem(key);
  }
}
