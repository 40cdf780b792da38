/** Has the browser save a file, as a link with `download` does. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has its own copy by the time that the next task runs.
  setTimeout(() => URL.revokeObjectURL(address));
}
