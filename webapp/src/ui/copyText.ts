/**
 * Copies a text. False where the browser refuses, and where it has no clipboard at all: on a page that came over plain
 * http from another machine.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
