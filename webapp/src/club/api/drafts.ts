// What somebody has typed and not sent, in this tab: a closed sheet, a reload or the end of a session must not cost it. It is
// of who typed it, and goes when it is sent, or when that person logs out or another one logs in.

const PREFIX = 'fairway-club:draft:';

/** Of the storage of the tab. `of` names what is written. */
export const draftKey = (user: string, of: string): string => `${PREFIX}${user}:${of}`;

export const hasDrafts = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith(PREFIX));

/** Those of this person stay; without one, none does. */
export function removeOtherDrafts(user?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && (user === undefined || !key.startsWith(draftKey(user, ''))))
      sessionStorage.removeItem(key);
  }
}
