// Asks for a log-in over the screen when the session has ended, where the way to the log-in would lose what was typed. The
// shell registers the dialog for it: the client has no screens.

/** Asks for the log-in; false when the operator gave up, or when another operator logged in. */
export type AskForLogIn = () => Promise<boolean>;

let handler: AskForLogIn | undefined;
let asking: Promise<boolean> | undefined;
let isDeclined = false;

export function handleEnded(ask: AskForLogIn | undefined): void {
  handler = ask;
  asking = undefined;
  isDeclined = false;
}

export const canAskForLogIn = (): boolean => handler !== undefined;
export const isAskingForLogIn = (): boolean => asking !== undefined;

/** After a press. Calls that fail at once ask once. */
export function askForLogIn(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** After a request that nobody pressed for: an operator who closed the dialog is asked again by the next press only. */
export function askForLogInOnce(): void {
  if (!isDeclined) void askForLogIn();
}

async function ask(): Promise<boolean> {
  const isLoggedIn = (await handler?.()) ?? false;
  isDeclined = !isLoggedIn;
  return isLoggedIn;
}
