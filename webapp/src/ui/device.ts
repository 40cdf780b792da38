// How this device opens a file, or an address of another program.

/** An installed app has no browser around it: what opens in its window leaves no way back. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  );
}

/** For a link to a file: in the installed app it opens beside the app, elsewhere as the browser does it. */
export function fileLink(): { readonly target?: '_blank'; readonly rel?: 'noreferrer' } {
  return isInstalled() ? { target: '_blank', rel: 'noreferrer' } : {};
}

/** Nothing on Android opens an address that begins with `webcal:`. */
export function opensWebcal(): boolean {
  return !/android/i.test(navigator.userAgent);
}
