// The session in this browser: a few keys of local storage in one store, so that every component sees a log-in or
// log-out at once, in every tab.
import './requireStorage.ts';
import { useSyncExternalStore } from 'react';

const TOKEN = 'access_token';
const EMAIL = 'email';
const SUBSCRIPTION = 'HAS_SUBSCRIPTION';

export interface Session {
  readonly token: string | null;
  readonly email: string | null;
  readonly hasSubscription: boolean;
}

const listeners = new Set<() => void>();
let current = read();

/** The flag is true when it is stored and is not the text `false`. */
function read(): Session {
  const flag = localStorage.getItem(SUBSCRIPTION);
  return {
    token: localStorage.getItem(TOKEN) || null,
    email: localStorage.getItem(EMAIL),
    hasSubscription: flag !== null && flag !== '' && flag !== 'false',
  };
}

function publish(): void {
  current = read();
  for (const listener of listeners) listener();
}

let onOtherTab: (before: Session, now: Session) => void = () => {};

/** The handler of a change that another tab made. It is called before any component sees the change. */
export function handleOtherTab(handler: typeof onOtherTab): void {
  onOtherTab = handler;
}

window.addEventListener('storage', () => {
  const before = current;
  current = read();
  if (before.token !== current.token || before.email !== current.email) onOtherTab(before, current);
  publish();
});

export function getSession(): Session {
  return current;
}

/**
 * Stores a new session. E-mail addresses are compared in lower case. The address comes first: another tab sees each
 * change on its own, and must never see the new token with the former member.
 */
export function startSession(token: string, email: string): void {
  localStorage.setItem(EMAIL, email.trim().toLowerCase());
  localStorage.setItem(TOKEN, token);
  publish();
}

/** Continues the session with another token. */
export function replaceToken(token: string): void {
  localStorage.setItem(TOKEN, token);
  publish();
}

export function setSubscriptionFlag(hasSubscription: boolean): void {
  localStorage.setItem(SUBSCRIPTION, String(hasSubscription));
  publish();
}

/** Removes the token and the e-mail. The subscription flag stays: the next log-in overwrites it. */
export function endSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(EMAIL);
  publish();
}

/** Whether this is the session's token, and not one that this tab or, a moment ago, another tab replaced. */
export function isCurrentToken(token: string | null): boolean {
  const stored = localStorage.getItem(TOKEN) || token;
  return token !== null && token === current.token && token === stored;
}

/** Removes a token that the server no longer accepts, but not the e-mail: the draft stays the member's. */
export function dropToken(): void {
  localStorage.removeItem(TOKEN);
  publish();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession);
}
