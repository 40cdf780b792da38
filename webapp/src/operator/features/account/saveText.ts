/** Has the browser save a text as a file, as a link with `download` does. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has its own copy by the time that the next task runs.
  setTimeout(() => URL.revokeObjectURL(address));
}
