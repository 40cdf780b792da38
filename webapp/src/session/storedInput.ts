// Which screens store what a member typed in session storage, so that it is not lost with the screen. The features that
// store it do not load with the first screen; the message about a broken screen must know of them all the same.

const KEYS = [
  ['/reservation/', 'fairway:draft'],
  ['/profile', 'fairway:profile'],
] as const;

/** Whether the input of the screen at this path is stored. */
export function isInputStored(pathname: string): boolean {
  return KEYS.some(([path, key]) => pathname.startsWith(path) && sessionStorage.getItem(key) !== null);
}
