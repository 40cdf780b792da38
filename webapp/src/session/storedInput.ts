// The screens that keep typed input in session storage, so that it is not lost with the screen. The features that store
// it do not load with the first screen, yet the message about a broken screen must know of them.

const KEYS = [
  [/^\/reservation\//, 'fairway:draft'],
  [/^\/reservations\/[^/]+\/addplayer$/, 'fairway:addition'],
  [/^\/profile/, 'fairway:profile'],
] as const;

/** Whether the input of the screen at this path is stored. */
export function isInputStored(pathname: string): boolean {
  return KEYS.some(([path, key]) => path.test(pathname) && sessionStorage.getItem(key) !== null);
}
