// After a log-out nobody's news is shown on this device: the server forgot the device with the session, and here the
// browser gives its address up.
import { ownSubscription } from './browser.ts';
import { rememberShown, shownTo } from './choice.ts';

export async function leave(): Promise<void> {
  if (shownTo() === undefined) return;
  rememberShown(undefined);
  await (await ownSubscription())?.unsubscribe();
}
