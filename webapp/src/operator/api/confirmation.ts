// Asks for a factor when an act needs a recent one. The shell registers the dialog for it: the client has no screens.

/** Asks for the factor, with the server's sentence; false when the operator gave up. */
export type AskForFactor = (sentence: string) => Promise<boolean>;

let handler: AskForFactor | undefined;

export function handleUnconfirmed(ask: AskForFactor | undefined): void {
  handler = ask;
}

export async function askForFactor(sentence: string): Promise<boolean> {
  return (await handler?.(sentence)) ?? false;
}
